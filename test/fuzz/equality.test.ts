import { expect, it } from 'vitest'
import { withPostgres } from '../support/postgres.ts'
import { endurance, proof, scaled } from '../support/scale.ts'
import { play, type Unequal } from './equality/history.ts'
import { doorWorld, postgresWorld, sqliteWorld, type World } from './equality/world.ts'

const length = scaled(150, 2_000)
const histories = scaled(3, 20)
const given = process.env['WATCHPOST_SEED']
/** The short run plays the same histories each time; the long one plays new ones, too. */
const first = endurance ? 1 + Math.floor(Math.random() * 1_000_000) : 1
const seeds = given === undefined ? Array.from({ length: histories }, (_, at) => first + at) : [Number(given)]
const patience = endurance ? 3 * 60 * 60_000 : 120_000

async function expectEqual(seed: number, worlds: readonly World[]): Promise<void> {
  try {
    const { unequal, answered, at } = await play(worlds, seed, length)
    expect(
      unequal.slice(0, 5).map(reported),
      `WATCHPOST_SEED=${seed}: ${unequal.length} differences`,
    ).toEqual([])
    // A history in which everything is refused shows nothing.
    expect(answered).toBeGreaterThan(at / 4)
  } finally {
    for (const world of worlds) await world.close()
  }
}

function reported({ at, world, step, path, one, other }: Unequal): string {
  const [here, there] = [one, other].map((value) => JSON.stringify(value)?.slice(0, 400))
  const asked = `${step.operation} ${JSON.stringify(step.input).slice(0, 400)}`
  return `step ${at}, ${asked} as ${step.as}: ${path} is ${here} on SQLite, ${there} on ${world}`
}

it(
  proof('the same operations have the same answers on SQLite and through the door', length, 'operations'),
  () => sqliteWorld().then(async (one) => expectEqual(seeds[0] ?? 1, [one, await doorWorld()])),
  patience,
)

await withPostgres((server) => {
  it(
    proof(
      'the same operations have the same answers on SQLite, through the door and on PostgreSQL',
      length * seeds.length,
      'operations',
    ),
    async () => {
      for (const seed of seeds)
        await expectEqual(seed, [await sqliteWorld(), await doorWorld(), await postgresWorld(server)])
    },
    patience,
  )
})
