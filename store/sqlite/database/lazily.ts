type Method = (...args: readonly unknown[]) => Promise<unknown>

/** A part whose code is loaded with its first call. `names` are all of a part's methods; one that is left out does not compile. */
export function lazily<T extends object, const K extends readonly (keyof T & string)[]>(
  load: () => Promise<T>,
  names: [Exclude<keyof T, K[number]>] extends [never] ? K : never,
): T {
  let loaded: Promise<T> | undefined
  const call =
    (name: K[number]): Method =>
    async (...args) => {
      loaded ??= load()
      const method = (await loaded)[name] as Method
      return method(...args)
    }
  const methods: { [name: string]: Method } = {}
  for (const name of names) methods[name] = call(name)
  return methods as T
}
