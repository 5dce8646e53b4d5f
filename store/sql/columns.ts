/** `ends_at` of `d.expires_at AS ends_at`, `rank` of `m.rank`. */
export function nameOf(column: string): string {
  return column.slice(Math.max(column.lastIndexOf('.'), column.lastIndexOf(' ')) + 1)
}

/** The columns of a table that a statement made of these. */
export function columnsIn(table: string, columns: string): string {
  return columns
    .split(', ')
    .map((column) => `${table}.${nameOf(column)}`)
    .join(', ')
}
