type Method = (...args: never) => Promise<unknown>

/** Methods of a part whose code few commands run: it is loaded by the first call of any of them. */
export function late<const K extends string, T extends Readonly<Record<K, Method>>>(
  names: readonly K[],
  load: () => Promise<T>,
): Pick<T, K> {
  let part: T | null = null
  let loading: Promise<T> | null = null
  const methodOf =
    (name: K) =>
    async (...args: never): Promise<unknown> => {
      loading ??= load()
      part ??= await loading
      return part[name](...args)
    }
  return Object.fromEntries(names.map((name) => [name, methodOf(name)])) as Pick<T, K>
}
