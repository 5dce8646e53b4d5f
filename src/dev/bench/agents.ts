import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type BatchLine, openBatch } from '../../../test/support/batch.ts'
import { tokensOf } from '../../domain/prompt/tokens.ts'
import { defaultSignal } from '../../setup/commands.ts'
import { guardScript, hookLine } from '../../setup/guard.ts'
import type { Programs } from './commands.ts'
import { bareEnvironment, type Figure, later, median, quantile, whole } from './measure.ts'
import { makeStore, openFor } from './world.ts'

const agents = 30
const each = 20
/** So much an agent rests between two messages, at most, ms. */
const rest = 2_000
const guardRuns = 60
const waiting = 50

/** What mail costs an agent: until it is shown, when there is none, and of its context. */
export async function benchAgents(folder: string, programs: Programs): Promise<readonly Figure[]> {
  return [
    ...(await benchChatter(join(folder, 'chatter'))),
    benchGuard(folder),
    ...(await benchTokens(join(folder, 'tokens'), programs)),
  ]
}

/** Each agent has a program that sends and one that waits: from telling the one to what the other prints. */
async function benchChatter(location: string): Promise<readonly Figure[]> {
  const names = Array.from({ length: agents }, (_, at) => `agent-${at}`)
  await makeStore(location, ...names)
  const sent = new Map<string, number>()
  const shown = new Map<string, number>()
  const open = (name: string, onLine: (line: BatchLine) => void) =>
    openBatch(['--store', location, '--as', name], onLine)
  const readers = names.map((name) => {
    const wait = () => reader.feed([{ command: 'wait', input: { take: true, timeout: '2m' } }])
    const reader = open(name, ({ value }) => {
      const { message } = value as { readonly message: { readonly subject: string } }
      shown.set(message.subject, performance.now())
      if (shown.size < agents * each) wait()
    })
    wait()
    return reader
  })
  const senders = names.map((name) => open(name, () => undefined))
  await later(4_000)
  await Promise.all(
    senders.map(async (sender, at) => {
      for (let turn = 0; turn < each; turn += 1) {
        await later(((at * 137 + turn * 701) % rest) + 1)
        const subject = `${at}.${turn}`
        sent.set(subject, performance.now())
        const to = names[(at + 1 + ((at * 7 + turn * 11) % (agents - 1))) % agents]
        sender.feed([{ command: 'send', input: { to: [to], subject, body: 'body' } }])
      }
    }),
  )
  while (shown.size < agents * each) await later(50)
  for (const { child } of [...senders, ...readers]) child.kill('SIGKILL')
  const times = [...sent].map(([subject, at]) => (shown.get(subject) ?? Number.NaN) - at)
  return [
    {
      what: `${agents} agents × ${each} messages, each agent with a program that sends and one that waits: sent until shown, p50 / p99`,
      figure: `${median(times).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} ms`,
    },
  ]
}

/** What a hook costs while there is no mail: the file that is empty then is all that is looked at. */
function benchGuard(folder: string): Figure {
  mkdirSync(join(folder, '.watchpost/signals'), { recursive: true })
  for (const name of ['mail.db', 'signals/critic']) writeFileSync(join(folder, '.watchpost', name), '')
  writeFileSync(join(folder, 'hook.sh'), guardScript)
  const installed = hookLine('mail', './hook.sh')
  // The script goes no further where there is no program.
  const programs = join(folder, 'programs')
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, 'watchpost'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const bare = bareEnvironment()
  const env = { ...bare, PATH: `${programs}${delimiter}${bare['PATH']}`, [defaultSignal]: 'critic' }
  const time = (script: string): number => {
    const start = process.hrtime.bigint()
    const { status } = spawnSync('sh', ['-c', script], { cwd: folder, env, stdio: 'ignore' })
    if (status !== 0) throw new Error('The hook started a program.')
    return Number(process.hrtime.bigint() - start) / 1e6
  }
  const [guard, nothing]: [number[], number[]] = [[], []]
  for (let run = 0; run < guardRuns; run += 1) {
    nothing.push(time(':'))
    guard.push(time(installed))
  }
  return {
    what: 'hook with an empty mailbox as installed, of `sh -c :`',
    figure: `${(median(guard) / median(nothing)).toFixed(2)}× (${median(guard).toFixed(1)} ms)`,
  }
}

/** Tokens as `--max-tokens` counts them: three bytes of text each. */
async function benchTokens(location: string, { program }: Programs): Promise<readonly Figure[]> {
  await makeStore(location, 'empty', 'busy', 'sender')
  const { mailbox, close } = await openFor(location, 'sender')
  const body = 'the body of a message as agents write them '.repeat(11)
  for (let at = 0; at < waiting; at += 1) await mailbox.send({ to: ['busy'], subject: `subject ${at}`, body })
  await close()
  const said = (as: string, ...args: readonly string[]): number => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [program, ...args, '--store', location, '--as', as],
      {
        env: bareEnvironment(),
        encoding: 'utf8',
      },
    )
    return tokensOf(stdout + stderr)
  }
  const row = (what: string, tokens: number): Figure => ({ what, figure: `${whole(tokens)} tokens` })
  return [
    row('an agent reads of an empty check (`inject`)', said('empty', 'inject')),
    row(`an agent reads of ${waiting} messages in a listing (\`inbox\`)`, said('busy', 'inbox')),
    row(`an agent reads of ${waiting} messages put before its prompt (\`inject\`)`, said('busy', 'inject')),
    row('an agent reads of a send (`send`)', said('sender', 'send', 'empty', '-s', 's', '-b', 'b')),
  ]
}
