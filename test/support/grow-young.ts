import { getHeapSpaceStatistics } from 'node:v8'
import { keepMemorySmall, keepWorkSmall } from '../../src/entry/thrift.ts'
import type { Context } from '../../src/services/context.ts'

/** Room for new objects after many of them, MB: during long work, then while memory is kept small, then after its end. */
const work = keepWorkSmall({} as Context)
const working = await roomAfterMany((turn) => work.context.progress?.(turn, 400))
work.end()
const thrift = keepMemorySmall()
const small = await roomAfterMany()
thrift.end()
const free = await roomAfterMany()
console.log(JSON.stringify({ working, small, free }))

/** Many live for a while, and the loop turns between them, as it does between keys. */
async function roomAfterMany(turned: (turn: number) => void = () => undefined): Promise<number> {
  let kept: object[] = []
  for (let turn = 0; turn < 400; turn += 1) {
    for (let made = 0; made < 5_000; made += 1) kept.push({ turn, made })
    if (kept.length > 100_000) kept = []
    turned(turn)
    await new Promise(setImmediate)
  }
  const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
  return Math.round((young?.space_size ?? 0) / 2 ** 20)
}
