import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type BatchLine, openBatch, runProgram } from '../support/batch.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-reserve-'))
const store = join(folder, 'store')
const [workers, rounds] = [8, scaled(25, 500)]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it(
  proof(`${workers} processes race for a path: each time exactly one has it`, rounds, 'races'),
  async () => {
    mkdirSync(join(folder, '.git'))
    await runProgram(['init', '--store', store, '--quiet'])
    const names = Array.from({ length: workers }, (_, at) => `worker-${at}`)
    const filling = openBatch(['--store', store])
    filling.feed(names.map((agent) => ({ command: 'agents register', input: { agent } })))
    expect(await filling.finish()).toBe(0)
    const answers = await Promise.all(names.map(race))
    for (let round = 0; round < rounds; round += 1) {
      const codes = answers.map((lines) => (lines[round]?.ok ? 'holds' : lines[round]?.error?.code))
      expect(codes.filter((code) => code === 'holds')).toHaveLength(1)
      expect(codes.filter((code) => code === 'conflict')).toHaveLength(workers - 1)
    }
    const listed = await runProgram(['reservations', '--store', store, '--json'])
    expect(JSON.parse(listed.out).reservations).toHaveLength(2 * rounds)
  },
  proofPatience(600_000),
)

/** Each path by itself is the same for all; the patterns beside it differ, so that all or nothing is at stake. */
async function race(name: string): Promise<readonly BatchLine[]> {
  const answers: BatchLine[] = []
  const batch = openBatch(['--store', store, '--as', name], (line) => answers.push(line))
  batch.feed(
    Array.from({ length: rounds }, (_, round) => ({
      command: 'reserve',
      input: { paths: [`round-${round}/${name}*`, `round-${round}/same`] },
    })),
  )
  await batch.finish()
  return answers
}
