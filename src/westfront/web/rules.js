// rules: on its way; these are its names.

export function mountRules(element, ctx) {
  element.textContent = ctx.table?.game ?? "";
}

export function showRule(id, game) {
  location.hash = `#/rules/${game}/${id}`;
}

export function ruleLink(id, game) {
  const link = document.createElement("a");
  link.textContent = id;
  link.href = `#/rules/${game}/${id}`;
  return link;
}
