/**
 * The value of a table under a name that may be anybody's text. Plain indexing finds `constructor`, `toString` and `__proto__` in every
 * object.
 */
export function own<T>(table: Readonly<Partial<Record<string, T>>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
