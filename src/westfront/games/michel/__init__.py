"""1918: Operation Michel, 21 March to April 1918."""
