"""The contract between rules and everything else."""
