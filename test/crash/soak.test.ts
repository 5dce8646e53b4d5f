import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'

/** `npm run soak` for a moment, with few agents: the whole of it, its killer, its clock, its disk and its judge. */
const words = [
  '--minutes',
  '0.25',
  '--agents',
  '8',
  '--callers',
  '2',
  '--screens',
  '1',
  '--pause',
  '4',
  '--kill-every',
  '2',
  '--step-every',
  '8',
  '--fill-every',
  '6',
]

it('a swarm whose programs are killed, whose clock steps and whose disk fills: its ledger finds no fault', async () => {
  const { code, out, err } = await soaked()
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  const outcome = (what: string) =>
    new RegExp(`^\\| ${what}[^|]* \\| ([^|]*) \\|$`, 'mu').exec(out)?.[1] ?? ''
  for (const fault of ['lost', 'stranded', 'doubled', 'wrong order', 'failed', 'grown'])
    expect([fault, outcome(fault)]).toEqual([fault, '0'])
  const [sent = 0, shown = 0, answered = 0, told = 0] = outcome('messages sent').split(', ').map(Number)
  expect(Math.min(sent, answered, told)).toBeGreaterThan(0)
  // Answers are messages, too.
  expect(shown).toBeGreaterThan(answered)
  expect(Number.parseInt(outcome('kill -9'), 10)).toBeGreaterThan(0)
  expect(Number(outcome('steps of the clock'))).toBeGreaterThan(0)
}, 900_000)

function soaked(): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, ['src/dev/bundled.mjs', 'src/dev/soak.ts', ...words], {
    env: { ...quietEnvironment(), WATCHPOST_PROGRAM: programFile },
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('close', (code) => resolve({ code, out, err })),
  )
}
