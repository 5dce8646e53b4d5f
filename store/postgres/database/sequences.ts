// One after the other: what belongs to a transaction shares its connection.

export async function mapped<T, R>(
  all: readonly T[],
  make: (one: T, at: number) => Promise<R> | R,
): Promise<R[]> {
  const made: R[] = []
  for (const [at, one] of all.entries()) made.push(await make(one, at))
  return made
}

export async function flatMapped<T, R>(
  all: readonly T[],
  make: (one: T, at: number) => Promise<R | readonly R[]> | R | readonly R[],
): Promise<R[]> {
  return (await mapped(all, make)).flat() as R[]
}

export async function filtered<T>(
  all: readonly T[],
  isWanted: (one: T, at: number) => Promise<boolean> | boolean,
): Promise<T[]> {
  const wanted = await mapped(all, isWanted)
  return all.filter((_, at) => wanted[at])
}

export async function anyOf<T>(
  all: readonly T[],
  isSo: (one: T, at: number) => Promise<boolean> | boolean,
): Promise<boolean> {
  for (const [at, one] of all.entries()) if (await isSo(one, at)) return true
  return false
}

export async function allOf<T>(
  all: readonly T[],
  isSo: (one: T, at: number) => Promise<boolean> | boolean,
): Promise<boolean> {
  for (const [at, one] of all.entries()) if (!(await isSo(one, at))) return false
  return true
}
