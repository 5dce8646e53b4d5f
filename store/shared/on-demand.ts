export type Method = (...args: readonly unknown[]) => Promise<unknown>

type Openers = { readonly [name: string]: () => object | Promise<object> }

/**
 * Parts of a store that are made when they are first asked for: few commands ask for more than three.
 * @param around what each method becomes when it is first asked for
 */
export function onDemand<T extends Openers>(
  openers: T,
  around: (method: Method) => Method,
): { [K in keyof T]: Awaited<ReturnType<T[K]>> } {
  const parts = {} as { [K in keyof T]: Awaited<ReturnType<T[K]>> }
  for (const name of Object.keys(openers) as (keyof T & string)[])
    Object.defineProperty(parts, name, {
      configurable: true,
      enumerable: true,
      get() {
        const made = openers[name]?.() ?? {}
        const value = wrapping(made instanceof Promise ? awaiting(made) : made, around)
        Object.defineProperty(parts, name, { value, enumerable: true })
        return value
      },
    })
  return parts
}

type Methods = Readonly<Record<string, Method>>

/** Methods of a part whose code is still being loaded: each call waits for it. */
function awaiting(part: Promise<object>): object {
  return new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        async (...args: readonly unknown[]) => {
          const method = ((await part) as Methods)[name]
          if (method === undefined) throw new TypeError(`A store has no ${name}.`)
          return method(...args)
        },
    },
  )
}

function wrapping<T extends object>(methods: T, around: (method: Method) => Method): T {
  const wrapped: Record<string, Method> = {}
  return new Proxy(methods, {
    get(given, name: string) {
      const method = (given as Methods)[name]
      if (method === undefined) return undefined
      wrapped[name] ??= around(method)
      return wrapped[name]
    },
  })
}
