import type { PoolClient } from 'pg'

/** Short facts of the store that a command asks for before it begins, and after it has ended. */
const early = ['swarm', 'for_tests', 'upkeep'] as const

/** What a program learns of a store as it opens it: on the way on which it asks for the version of the tables. */
export type Opening = {
  /**
   * A fact, once: asked for again, it may be another one. `undefined` where nothing was learned of it. Those who ask late may get an old
   * turn of upkeep: by that one more is due, and whoever takes the turn looks again.
   */
  take(fact: string): string | null | undefined
  /** Messages that the index lacks, and parts of counters that may be added up: as many as are counted. */
  readonly unindexed: number
  readonly unfolded: number
}

/** More of either is upkeep of a command. Until then search reads the messages themselves, and each count adds up rows. */
export const mostUnindexed = 16
export const mostUnfolded = 64

type Row = { readonly name: string; readonly value: string }

/** @param counts statements of `mostUnindexed` and `mostUnfolded` rows at most, whose names say in which schema they are */
export async function askOpening(
  client: Pick<PoolClient, 'query'>,
  counts: { readonly unindexed: string; readonly unfolded: string },
): Promise<Opening> {
  const { rows } =
    await client.query<Row>(`SELECT name, value FROM watchpost.facts WHERE name IN (${early.map((name) => `'${name}'`).join(', ')})
UNION ALL SELECT '${unindexed}', count(*)::text FROM (${counts.unindexed}) u UNION ALL SELECT '${unfolded}', count(*)::text FROM (${counts.unfolded}) f`)
  const found = new Map<string, string | null>([...early.map((name) => [name, null] as const)])
  for (const { name, value } of rows) found.set(name, value)
  return {
    take(fact) {
      const value = found.get(fact)
      found.delete(fact)
      return value
    },
    unindexed: Number(found.get(unindexed)),
    unfolded: Number(found.get(unfolded)),
  }
}

const [unindexed, unfolded] = [' unindexed', ' unfolded']
