// A share in the dice: the page commits itself to 32 random bytes and tells them when both sides have, without a click.

const hexadecimal = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function sealOf(share) {
  const bytes = [...new TextEncoder().encode("westfront share"), ...share.match(/../g).map((pair) => parseInt(pair, 16))];
  return hexadecimal(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
}

/** What this page has to do about the dice of a table now: seal or open the share of its side, or nothing. Who plays both sides has nobody to convince. */
export async function nextShare(table, id) {
  const { dice, roles: [side, both] } = table;
  if (!side || both || table.over || table.lesson || dice.thrown || !globalThis.crypto?.subtle) return null;
  const key = `westfront.share.${id}.${side}.${dice.commitment.slice(0, 16)}`;
  const kept = localStorage.getItem(key);
  if (!dice.sealed.includes(side)) {
    const share = kept ?? hexadecimal(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(key, share);
    return { side, seal: await sealOf(share) };
  }
  return kept && dice.sealed.length === 2 && !dice.opened.includes(side) ? { side, share: kept } : null;
}
