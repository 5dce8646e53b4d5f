import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { boxes } from '../../src/domain/delivery.ts'
import { shortId } from '../../src/domain/id.ts'
import { type BatchLine, openBatch, quietEnvironment, runProgram } from './batch.ts'

/** Senders, each with its own keys, and claimants of one queue: each a program of its own. */
export type Load = {
  /** Ways to one store, which the programs take in turn. */
  readonly stores: readonly string[]
  /** The program that starts each of these, in the place of each way: that of a network of its own. */
  readonly through?: readonly (readonly string[])[]
  readonly senders: number
  readonly claimants: number
  /** What the programs of each way have in their environment beside the usual. */
  readonly environments?: readonly NodeJS.ProcessEnv[]
  /** How long a claim lasts, and mail to the reader, which nobody reads: longer than all this takes. */
  readonly lease?: string
  readonly ttl?: string
  /** The programs that run now, if they may be killed: another one then goes on in the place of each. */
  readonly killable?: Set<ChildProcess>
  /** The body of a message by its number. */
  readonly body: (at: number) => string
  /** What goes wrong. Until it ends, messages are sent, half of them to the queue. */
  readonly faults: () => Promise<void>
  /** Asks the store itself, past the program. */
  readonly look: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** What was acknowledged, refused and given out, as the programs said. */
type Ledger = {
  readonly acknowledged: Map<string, string>
  readonly given: string[]
  readonly failures: unknown[]
  /** How many messages each sender began. */
  readonly begun: Map<string, number>
  busy: number
}

export const queue = 'work'
const shortly = 50
/** Between two lots of one sender, ms: claimants keep up with it. */
const between = 30
const lot = 4
const processing = boxes.indexOf('processing')
/** Where copies are at the end: unread by the reader, and completed by workers. */
const endings = new Set([boxes.indexOf('unread'), boxes.indexOf('archived')])

/** The store that the load runs on. */
export async function prepareLoad(load: Omit<Load, 'faults'>): Promise<void> {
  const { stores, senders, claimants, lease = '2h' } = load
  const names = [...namesOf('sender', senders), ...namesOf('worker', claimants), 'reader']
  const batch = openBatch(['--store', stores[0] ?? ''], undefined, { env: environmentOf(load, 0) })
  batch.feed([
    ...names.map((agent) => ({ command: 'agents register', input: { agent } })),
    { command: 'queue create', input: { queue, claimers: ['worker-*'], lease } },
  ])
  if ((await batch.finish()) !== 0) throw new Error(JSON.stringify(batch.lines.filter(({ ok }) => !ok)))
}

/** Runs the load under faults. Answers what went wrong: nothing, if all holds. */
export async function runLoad(
  load: Load,
): Promise<{ readonly wrong: readonly unknown[]; readonly busy: number; readonly sent: number }> {
  const ledger: Ledger = { acknowledged: new Map(), given: [], failures: [], begun: new Map(), busy: 0 }
  const during = { faults: true, sending: true }
  const working = namesOf('worker', load.claimants).map((name) =>
    work(load, ledger, name, () => during.sending),
  )
  const sending = namesOf('sender', load.senders).map((name, at) =>
    (at === 0 ? sendSingly : sendInBatch)(load, ledger, name, () => during.faults),
  )
  await load.faults()
  during.faults = false
  await Promise.all(sending)
  during.sending = false
  await Promise.all(working)
  const wrong = [...ledger.failures, ...(await judged(load, ledger))]
  return { wrong, busy: ledger.busy, sent: ledger.acknowledged.size }
}

const namesOf = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what}-${at}`)

function environmentOf({ environments }: Pick<Load, 'environments'>, way: number): NodeJS.ProcessEnv {
  return { ...quietEnvironment(), ...environments?.[way] }
}

/** The way of a program, by the number in its name. */
function wayOf(load: Load, name: string) {
  const { stores, through } = load
  const way = Number(name.replace(/\D/gu, '')) % stores.length
  return { store: stores[way] ?? '', through: through?.[way] ?? [], env: environmentOf(load, way) }
}

function openWay(load: Load, name: string, take: (line: BatchLine) => void) {
  const { store, ...how } = wayOf(load, name)
  return openBatch(['--store', store, '--as', name], take, how)
}

type Sent = { readonly key: string; readonly to: string; readonly body: string; readonly ttl: string }

function nextMessage({ body, ttl = '' }: Load, { begun }: Ledger, name: string): Sent {
  const at = begun.get(name) ?? 0
  begun.set(name, at + 1)
  const isItem = at % 2 === 0
  return {
    key: `${name}/${at}`,
    to: isItem ? `queue:${queue}` : 'reader',
    body: body(at),
    ttl: isItem ? '' : ttl,
  }
}

/** A refused command must be `busy`, and say what to do. */
function note(ledger: Ledger, { error }: BatchLine, whose: string): boolean {
  const { code, hint = '' } = (error ?? {}) as { readonly code?: string; readonly hint?: string }
  if (code !== 'busy' || hint === '') ledger.failures.push({ whose, error })
  else ledger.busy += 1
  return code === 'busy'
}

/** A few lines at a time, so that some are stored together. What was refused as busy, or not answered before a kill, is sent again with its key. */
async function sendInBatch(load: Load, ledger: Ledger, name: string, more: () => boolean): Promise<void> {
  const refused: Sent[] = []
  for (let isDone = false; !isDone; ) {
    const { asked, unanswered } = await sendUntilKilled(load, ledger, name, { refused, more })
    isDone = asked
    refused.push(...unanswered)
    if (unanswered.length > 0 && load.killable === undefined)
      ledger.failures.push({ name, what: 'no answer', keys: unanswered.map(({ key }) => key) })
  }
}

type Sending = { readonly refused: Sent[]; readonly more: () => boolean }

/** Whether the program was asked to end, and what it did not answer. */
async function sendUntilKilled(load: Load, ledger: Ledger, name: string, { refused, more }: Sending) {
  const under: Sent[] = []
  const [batch, state] = [openWay(load, name, take), { asked: false, isOver: false }]
  const feed = (): void => {
    if (state.isOver) return
    under.push(...refused.splice(0))
    while (more() && under.length < lot) under.push(nextMessage(load, ledger, name))
    state.asked = under.length === 0
    if (state.asked) batch.child.stdin?.end()
    else
      batch.feed(
        under.map(({ key, to, body, ttl }) => ({
          command: 'send',
          input: { to: [to], subject: key, body, key, ...(ttl && { ttl }) },
        })),
      )
  }
  function take(line: BatchLine): void {
    const sent = under.shift()
    if (sent === undefined) ledger.failures.push({ name, what: 'an answer too many', line })
    else if (line.ok) ledger.acknowledged.set(sent.key, (line.value as { id: string }).id)
    else if (note(ledger, line, name)) refused.push(sent)
    if (under.length === 0) setTimeout(feed, line.ok ? between : shortly)
  }
  load.killable?.add(batch.child)
  feed()
  await batch.closed
  load.killable?.delete(batch.child)
  state.isOver = true
  return { asked: state.asked, unanswered: under }
}

/** One program a message. */
async function sendSingly(load: Load, ledger: Ledger, name: string, more: () => boolean): Promise<void> {
  const { store, through, env } = wayOf(load, name)
  while (more()) {
    const { key, to, body, ttl } = nextMessage(load, ledger, name)
    const lasting = ttl === '' ? [] : ['--ttl', ttl]
    const args = ['send', to, '-s', key, '-b', body, '--key', key, ...lasting, '--as', name, '--json']
    for (;;) {
      const { code, out, err } = await runProgram(['--store', store, ...args], '', env, through)
      if (code === 0) ledger.acknowledged.set(key, (JSON.parse(out) as { id: string }).id)
      if (code === 0) break
      const line = { ok: false, ...(parsed(err) as object) } as BatchLine
      if (!note(ledger, line, `${name}, ended with ${code}: ${err}`)) break
      await pause(shortly)
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim().split('\n').at(-1) ?? '')
  } catch {
    return {}
  }
}

/** Claims and completes, until nobody sends and nothing is left. What a killed program held is completed at the end. */
async function work(load: Load, ledger: Ledger, name: string, more: () => boolean): Promise<void> {
  while (!(await workUntilKilled(load, ledger, name, more)));
}

/** Whether the program was asked to end. */
async function workUntilKilled(load: Load, ledger: Ledger, name: string, more: () => boolean) {
  const next = { command: 'claim', input: { queue } }
  const again = (command: object): void => void setTimeout(() => batch.feed([command]), shortly)
  let completing: object | null = null
  let [wasBusy, wasAsked] = [false, false]
  const batch = openWay(load, name, take)
  const end = (): void => {
    wasAsked = true
    batch.child.stdin?.end()
  }
  function take(line: BatchLine): void {
    answer(line)
    wasBusy = line.error?.code === 'busy'
  }
  function answer(line: BatchLine): void {
    const id = (line.value as { message?: { id: string } } | undefined)?.message?.id
    if (line.ok && completing === null && id !== undefined) {
      ledger.given.push(id)
      completing = { command: 'complete', input: { messages: [id] } }
      batch.feed([completing])
    } else if (line.ok || (wasBusy && completing !== null && line.error?.code === 'conflict')) {
      // A repeated one is refused if the first was stored and only its answer was lost. The log is asked at the end.
      completing = null
      batch.feed([next])
    } else if (line.error?.code === 'nothing' && completing === null) {
      if (more()) again(next)
      else end()
    } else if (note(ledger, line, name)) again(completing ?? next)
    else end()
  }
  load.killable?.add(batch.child)
  batch.feed([next])
  await batch.closed
  load.killable?.delete(batch.child)
  if (!wasAsked && load.killable === undefined) ledger.failures.push({ name, what: 'ended by itself' })
  return wasAsked || load.killable === undefined
}

const mask = 2 ** 48 - 1
const messagesSql = 'SELECT id, key FROM messages WHERE key IS NOT NULL'
const copiesSql = `SELECT d.rank & ${mask} AS id, d.box, d.held_by AS holder, a.address FROM deliveries d JOIN agents a ON a.id = d.agent_id WHERE a.address IN ('queue:${queue}', 'reader')`
const eventsSql =
  "SELECT message_id AS id, what, count(*) AS times FROM events WHERE what IN ('claim', 'complete') GROUP BY message_id, what"

/** Compares the store with the ledger. Work whose claim was not answered is with its worker, who completes it now. */
async function judged(load: Load, { acknowledged, given, begun }: Ledger): Promise<readonly unknown[]> {
  const { look, stores } = load
  const open = (await look(copiesSql)).filter(
    ({ box, address }) => Number(box) === processing && address !== 'reader',
  )
  const batch = openBatch(['--store', stores[0] ?? ''], undefined, { env: environmentOf(load, 0) })
  batch.feed(
    open.map(({ id, holder }) => ({
      command: 'complete',
      input: { messages: [shortId(Number(id))] },
      as: holder,
    })),
  )
  await batch.finish()
  const [messages, copies, events] = [await look(messagesSql), await look(copiesSql), await look(eventsSql)]
  const ids = new Map(messages.map(({ id, key }) => [String(key), shortId(Number(id))]))
  const perCopy = tally(copies.map(({ id }) => String(id)))
  const isItem = (id: unknown) => copies.some((copy) => copy['id'] === id && copy['address'] !== 'reader')
  const items = messages.filter(({ id }) => isItem(id))
  const timesOf = (id: unknown, what: string) =>
    Number(events.find((event) => event['id'] === id && event['what'] === what)?.['times'] ?? 0)
  const wanted = [...begun.values()].reduce((sum, count) => sum + count, 0)
  return [
    ...(messages.length === wanted ? [] : [{ stored: messages.length, wanted }]),
    ...batch.lines.filter(({ ok }) => !ok),
    ...[...acknowledged].filter(([key, id]) => ids.get(key) !== id).map((lost) => ({ lost })),
    ...[...ids.keys()].filter((key) => !acknowledged.has(key)).map((unasked) => ({ unasked })),
    ...[...perCopy].filter(([, count]) => count > 1).map((doubled) => ({ doubled })),
    ...messages.filter(({ id }) => !perCopy.has(String(id))).map((uncopied) => ({ uncopied })),
    ...copies.filter(({ box }) => !endings.has(Number(box))).map((unexpected) => ({ unexpected })),
    ...[...tally(given)].filter(([, count]) => count > 1).map((givenTwice) => ({ givenTwice })),
    ...items
      .filter(({ id }) => timesOf(id, 'claim') !== 1)
      .map((item) => ({ claims: timesOf(item['id'], 'claim'), item })),
    ...items
      .filter(({ id }) => timesOf(id, 'complete') !== 1)
      .map((item) => ({ completions: timesOf(item['id'], 'complete'), item })),
  ]
}

function tally(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
