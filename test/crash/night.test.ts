import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boxes } from '../../src/domain/delivery.ts'
import { shortId } from '../../src/domain/id.ts'
import { openBatch, programFile, quietEnvironment, runProgram } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { patience } from '../support/patience.ts'
import { generator, proof, scaled } from '../support/scale.ts'
import { until } from '../support/soon.ts'

const amount = scaled(4, 30)
const seconds = scaled(6, 600)
const leastKills = 3
/** Attention follows the newest hundred messages of a requester, so each sends fewer. */
const each = scaled(12, 80)
const random = generator(7)
const agents = Array.from({ length: amount }, (_, at) => `worker-${at}`)
const requesters = Array.from({ length: scaled(3, 24) }, (_, at) => `requester-${at}`)
let store: CrashStore

beforeAll(async () => {
  store = await makeCrashStore([...agents, ...requesters])
})
afterAll(() => store.remove())

/** Takes a moment, fails one request in five, and answers the others: decided by the message, not by chance. */
const work = `n=$(printf %s "$WATCHPOST_MESSAGE" | cksum | cut -d' ' -f1); cat >/dev/null
sleep 0.$((n % 3)); [ $((n % 5)) -eq 0 ] && exit 3; echo done`

it(
  proof(
    `${amount} agents whose runners are killed at random: nothing is stranded, and every requester knows`,
    seconds,
    'seconds',
  ),
  async () => {
    const running = new Map<string, ChildProcess>(agents.map((agent) => [agent, startRunner(agent)]))
    const sending = sendAll()
    let kills = 0
    const end = Date.now() + seconds * 1000
    while (Date.now() < end || kills <= leastKills) {
      // Kills come at random moments, and mail is spread over the time: these pauses are what is tried, and wait for nothing.
      await sleep(scaled(400, 900) * (0.5 + random()))
      const agent = agents[Math.floor(random() * agents.length)] ?? ''
      await kill(running.get(agent))
      running.set(agent, startRunner(agent))
      kills += 1
    }
    const sent = await sending
    await settled()
    await Promise.all([...running.values()].map(kill))
    const ends = counted()
    expect([...ends.keys()].sort()).toEqual([...sent].sort())
    expect([...ends].filter(([, { box }]) => !['completed', 'archived', 'failed'].includes(box))).toEqual([])
    const failed = [...ends].filter(([, { box }]) => box === 'failed')
    for (const requester of requesters) {
      const own = failed.filter(([, end]) => end.from === requester).map(([id]) => id)
      expect({ requester, failed: await told(requester, 'attention') }).toEqual({
        requester,
        failed: own.sort(),
      })
      expect({ requester, failed: await told(requester, 'owed') }).toEqual({ requester, failed: own.sort() })
    }
  },
)

function startRunner(agent: string): ChildProcess {
  const words = ['run', agent, '--reply', '--store', store.location, '--quiet', '--', 'sh', '-c', work]
  return spawn(process.execPath, [programFile, ...words], { env: quietEnvironment(), stdio: 'ignore' })
}

/** Ends it at once, as a crash does, and waits until it is gone. */
async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** Every requester writes to every agent in turn, spread over the time. Answers the ids. */
async function sendAll(): Promise<readonly string[]> {
  const ids: string[] = []
  const pause = (seconds * 1000) / each / 1.5
  const batches = requesters.map((requester) => openBatch(['--store', store.location, '--as', requester]))
  for (let round = 0; round < each; round += 1) {
    for (const [at, batch] of batches.entries()) {
      const to = agents[(round + at) % agents.length] ?? ''
      const input = { to: [to], subject: `R${round}`, body: `work ${round}`, kind: 'request', again: true }
      batch.feed([{ command: 'send', input }])
    }
    await sleep(pause)
  }
  for (const batch of batches) {
    expect(await batch.finish()).toBe(0)
    ids.push(...batch.lines.map(({ value }) => (value as { id: string }).id))
  }
  return ids
}

/** Until no agent has work that is open. */
function settled(): Promise<void> {
  const open = () =>
    [...counted().values()].filter(({ box }) => ['unread', 'read', 'processing'].includes(box))
  return until(
    () => open().length === 0,
    () => open().slice(0, 5),
    scaled(patience, 240_000),
  )
}

type End = { readonly box: string; readonly from: string }

/** How each request stands, read from the file itself. */
function counted(): ReadonlyMap<string, End> {
  const sql = `SELECT m.id AS id, d.box AS box, s.address AS sender FROM deliveries d
    JOIN agents a ON a.id = d.agent_id JOIN messages m ON m.rank = d.rank JOIN agents s ON s.id = m.sender_id
    WHERE a.address LIKE 'worker-%' AND m.kind = 'request'`
  type Row = { readonly id: number; readonly box: number; readonly sender: string }
  const rows = store.look((database) => database.prepare(sql).all() as Row[])
  return new Map(rows.map(({ id, box, sender }) => [shortId(id), { box: boxes[box] ?? '', from: sender }]))
}

/** Which of its requests a requester is shown as failed. */
async function told(requester: string, command: 'attention' | 'owed'): Promise<readonly string[]> {
  const words = command === 'owed' ? ['owed', '--to-me', '--limit', '500'] : ['attention']
  const { code, out, err } = await runProgram([
    ...words,
    '--json',
    '--store',
    store.location,
    '--as',
    requester,
  ])
  expect([code, err]).toEqual([0, ''])
  const value = JSON.parse(out) as {
    readonly owed?: readonly { readonly state: string; readonly message: { readonly id: string } }[]
    readonly attention?: readonly { readonly why: string; readonly message: { readonly id: string } | null }[]
  }
  const owed = (value.owed ?? []).filter(({ state }) => state === 'failed').map(({ message }) => message.id)
  const attention = (value.attention ?? [])
    .filter(({ why }) => why === 'request-failed')
    .map(({ message }) => message?.id ?? '')
  return [...owed, ...attention].sort()
}
