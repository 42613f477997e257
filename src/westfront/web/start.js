// Asks for a table and its game while the client itself is still on its way: over a slow line that saves two journeys.

(() => {
  const found = /^#\/table\/([\w-]+)/.exec(location.hash);
  if (!found || window.early) return; // the client was there first, and asks itself
  const asked = new Map();
  window.early = asked;
  const ask = (path, headers = {}) => {
    const answer = fetch(path, { headers });
    answer.catch(() => asked.delete(path));
    asked.set(path, answer);
    return answer;
  };
  let token = "";
  try {
    token = JSON.parse(localStorage.getItem("westfront.seats") ?? "{}")[found[1]]?.token ?? "";
  } catch { /* the client will say so */ }
  ask(`/api/tables/${found[1]}`, token ? { Authorization: `Bearer ${token}` } : {})
    .then((answer) => (answer.ok ? answer.clone().json() : null))
    .then((table) => {
      if (!table) return;
      ask(`/api/games/${table.game}`);
      ask(`/art/${table.game}/layout.json?${new URLSearchParams({ scenario: table.scenario })}`);
      ask(`/art/${table.game}/counters.svg?${new URLSearchParams({ version: table.version })}`);
    })
    .catch(() => {});
})();
