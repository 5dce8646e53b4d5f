import { join } from 'node:path'
import { openBatch } from '../../../test/support/batch.ts'
import type { Programs } from './commands.ts'
import { type Figure, whole } from './measure.ts'
import { letSend, makeStore } from './world.ts'

const warm = 2_000
const lines = 20_000
const enough = 12_000
const body = 'the body of a message as agents write them '.repeat(3)

/** Sends by one `watchpost batch` that is fed as fast as it reads, until all are answered. */
export async function benchBatch(folder: string, { program }: Programs): Promise<readonly Figure[]> {
  const location = join(folder, 'batch')
  await makeStore(location, 'sender', 'reader')
  letSend(location)
  let [answered, begun, ended] = [0, 0, 0]
  const batch = openBatch(
    ['--store', location, '--as', 'sender'],
    ({ ok }) => {
      if (!ok) throw new Error('A line of the batch failed.')
      answered += 1
      if (answered === warm) {
        begun = performance.now()
        batch.feed(sends(lines))
        void batch.finish()
      }
      ended = performance.now()
    },
    { program },
  )
  batch.feed(sends(warm))
  await batch.closed
  const rate = (lines * 1_000) / (ended - begun)
  return [
    {
      what: 'sends a second by the lines of one `watchpost batch`, its process and its answers included',
      figure: whole(rate),
      aim: `≥ ${whole(enough)}`,
      met: rate >= enough && answered === warm + lines,
    },
  ]
}

function sends(count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({
    command: 'send',
    input: { to: ['reader'], subject: `Tests red on main ${at}`, body },
  }))
}
