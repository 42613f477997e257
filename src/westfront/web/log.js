// log: the panel is on its way; this keeps its name for the table page.

export function mountLog(element, ctx) {
  element.textContent = ctx.table?.id ?? "";
}
