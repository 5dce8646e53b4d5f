import { countGroups } from '../../../../domain/fleet-board.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import type { Values } from '../../../../values/schemas.ts'
import type { FleetRowValue } from '../../../../values/supervision-schema.ts'
import type {
  AgentDetails,
  BoardRequest,
  ContextUses,
  LoadedBoard,
  LoadedTable,
  StoreRow,
  WaitingRow,
} from '../../model/board.ts'
import { sentenceOf } from '../../sentence.ts'
import { lookAt, onlyThis, type Stores } from '../../stores.ts'
import { troubleId } from '../inbox/fetch-attention.ts'

const usual = 100
const agentsAtOnce = 5_000

export async function fetchBoard(
  mailbox: Mailbox,
  { name, only, pulse, wanted }: BoardRequest,
  stores: Stores = onlyThis,
): Promise<LoadedBoard> {
  const [first = usual] = wanted
  switch (name) {
    case 'fleet':
      return fetchFleet(mailbox, pulse)
    case 'debates':
      return fetchDebates(mailbox, first)
    case 'tasks':
      return fetchTasks(mailbox, first)
    case 'queues':
      return fetchQueues(mailbox, only, wanted)
    case 'stores':
      return fetchStores(mailbox, stores)
    case 'all-attention':
      return fetchAllAttention(mailbox, stores)
    case 'timeline':
      return fetchTimeline(mailbox, only, first)
  }
}

async function fetchFleet(mailbox: Mailbox, pulse: BoardRequest['pulse']): Promise<LoadedBoard> {
  const rows: FleetRowValue[] = []
  for (let after: string | null = null; ; ) {
    const page: Values['fleet'] = await mailbox.fleet({
      limit: agentsAtOnce,
      titles: true,
      ...(pulse && { pulse }),
      ...(after !== null && { after }),
    })
    rows.push(...page.fleet)
    if (page.next === null)
      return {
        name: 'fleet',
        counts: countGroups(rows),
        ...(pulse && { pulse }),
        tables: [{ name: 'fleet', count: rows.length, rows, more: false }],
      }
    after = page.next
  }
}

async function fetchDebates(mailbox: Mailbox, wanted: number): Promise<LoadedBoard> {
  const page = await paged(wanted, (limit, after) =>
    mailbox.debateBoard({ limit, ...(after !== null && { after }) }),
  )
  const { deadlock, open, consensus } = page.last.counts
  const rows = page.answers.flatMap(({ debates }) => debates)
  return {
    name: 'debates',
    counts: { deadlocked: deadlock, open, 'decided today': consensus },
    tables: [{ name: 'debates', count: deadlock + open + consensus, rows, more: page.last.next !== null }],
  }
}

async function fetchTasks(mailbox: Mailbox, wanted: number): Promise<LoadedBoard> {
  const page = await paged(wanted, (limit, after) =>
    mailbox.taskBoard({ limit, ...(after !== null && { after }) }),
  )
  const { breakpoint, running, completed } = page.last.counts
  const rows = page.answers.flatMap(({ tasks }) => tasks)
  return {
    name: 'tasks',
    counts: { 'waiting for you': breakpoint, running, completed },
    tables: [{ name: 'tasks', count: breakpoint + running + completed, rows, more: page.last.next !== null }],
  }
}

async function fetchTimeline(
  mailbox: Mailbox,
  only: string | undefined,
  wanted: number,
): Promise<LoadedBoard> {
  const page = await paged(wanted, (limit, after) =>
    mailbox.timeline({
      limit,
      ...(only !== undefined && { agent: only }),
      ...(after !== null && { after }),
    }),
  )
  const rows = page.answers.flatMap(({ agent, timeline }) => timeline.map((moment) => ({ ...moment, agent })))
  return {
    name: 'timeline',
    // There are older ones; so many are listed at most.
    counts: page.last.next === null ? {} : { newest: rows.length },
    ...(only !== undefined && { only }),
    tables: [{ name: 'timeline', count: rows.length, rows, more: page.last.next !== null }],
  }
}

/** One answer has the first page of every column; only a column that was read further asks for more. */
async function fetchQueues(
  mailbox: Mailbox,
  only: string | undefined,
  wanted: readonly number[],
): Promise<LoadedBoard> {
  const of = only === undefined ? {} : { queue: only }
  const { columns: pages } = await mailbox.queueBoard({ ...of, limit: usual })
  const tables = await Promise.all(
    pages.map(async ({ column, count, items: firstItems, next: firstNext }, at): Promise<LoadedTable> => {
      const rows = [...firstItems]
      let next = firstNext
      while (next !== null && rows.length < (wanted[at] ?? usual)) {
        const limit = Math.min(longestPage, (wanted[at] ?? usual) - rows.length)
        const [more] = (await mailbox.queueBoard({ ...of, column, limit, after: next })).columns
        rows.push(...(more?.items ?? []))
        next = more?.next ?? null
      }
      return { name: column, count, rows, more: next !== null }
    }),
  )
  return { name: 'queues', ...(only !== undefined && { only }), counts: {}, tables }
}

const longestPage = 500

/** Pages until there are as many rows as are wanted, or no more. */
async function paged<A extends { readonly next: string | null }>(
  wanted: number,
  ask: (limit: number, after: string | null) => Promise<A>,
): Promise<{ readonly answers: readonly A[]; readonly last: A }> {
  const answers: A[] = []
  for (let left = wanted; ; left -= longestPage) {
    const last: A = await ask(Math.min(left, longestPage), answers.at(-1)?.next ?? null)
    answers.push(last)
    if (last.next === null || left <= longestPage) return { answers, last }
  }
}

/** The first look at some stores is still to come. */
export const lookingWord = 'not looked at yet'

/** The open store answers by itself, so that one which lies elsewhere is in the list, too. */
async function lookAround(mailbox: Mailbox, stores: Stores, rows: boolean) {
  const [look, found] = await Promise.all([lookAt(mailbox, rows), stores.look(rows)])
  const here: StoreRow = { ...stores.name, look, problem: null, writtenAt: null, isHere: true }
  const others = found.stores.map((store): StoreRow => ({ ...store, isHere: false }))
  const isUnknown = ({ look, problem }: StoreRow) =>
    problem === null && (look === null || (rows && look.waiting === null))
  return { rows: [here, ...others], unknown: found.isLooking ? others.filter(isUnknown).length : 0 }
}

async function fetchStores(mailbox: Mailbox, stores: Stores): Promise<LoadedBoard> {
  const { rows, unknown } = await lookAround(mailbox, stores, false)
  return {
    name: 'stores',
    counts: { [lookingWord]: unknown },
    tables: [{ name: 'stores', count: rows.length, rows, more: false }],
  }
}

async function fetchAllAttention(mailbox: Mailbox, stores: Stores): Promise<LoadedBoard> {
  const { rows: all, unknown } = await lookAround(mailbox, stores, true)
  const rows = all.flatMap((store): readonly WaitingRow[] =>
    (store.look?.waiting ?? []).map((waiting, place) => ({ id: troubleId(waiting), store, waiting, place })),
  )
  const failed = all.filter(({ problem }) => problem !== null && problem !== 'gone').length
  return {
    name: 'all-attention',
    counts: { [lookingWord]: unknown, 'not readable': failed },
    tables: [{ name: 'rows', count: rows.length, rows, more: false }],
  }
}

const [mostMail, mostMoments, mostLines] = [10, 50, 20]
/** The height of a tall terminal. */
const mostBeside = 60

/** Its mailbox, its terminal, and its latest changes. */
export async function fetchAgent(mailbox: Mailbox, agent: string): Promise<AgentDetails> {
  const [{ messages }, { timeline }, { pane, reservations }] = await Promise.all([
    mailbox.inbox({ owner: agent, limit: mostMail }),
    mailbox.timeline({ agent, limit: mostMoments }),
    mailbox.showAgent({ agent }),
  ])
  const shown = pane === null ? null : await fetchPane(mailbox, agent, mostLines)
  return { mail: messages, timeline, reserved: reservations, pane: shown }
}

/** An agent without a pane is usual; a pane that is gone is worth a word. */
export async function fetchPane(
  mailbox: Mailbox,
  agent: string,
  lines = mostBeside,
): Promise<AgentDetails['pane']> {
  try {
    return { lines: (await mailbox.peek({ agent, lines })).lines, problem: null }
  } catch (error) {
    return { lines: [], problem: sentenceOf(error) }
  }
}

export async function fetchContext(mailbox: Mailbox, agents: readonly string[]): Promise<ContextUses> {
  const { fleet } = await mailbox.fleet({ agents: [...agents], context: true, limit: agents.length })
  return Object.fromEntries(
    fleet.flatMap(({ agent, context }) => (context === undefined ? [] : [[agent, context]])),
  )
}
