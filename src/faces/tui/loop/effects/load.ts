import { longestAbsence } from '../../../../domain/absence.ts'
import { readTime } from '../../../../input/read-times.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import { fetchAnswers } from '../../compose/answers.ts'
import { completeWord } from '../../compose/complete-word.ts'
import { fetchFilled } from '../../compose/templates.ts'
import type { Effect } from '../../effect.ts'
import type { Event } from '../../event.ts'
import type { SheetQuestion } from '../../model/sheet.ts'
import { fetchKnown, findThreads } from '../../overlays/palette/fetch-palette.ts'
import { fetchAgent, fetchBoard, fetchContext, fetchPane } from '../../panes/boards/fetch-board.ts'
import { fetchList } from '../../panes/inbox/fetch-list.ts'
import { fetchTaker } from '../../panes/inbox/fetch-taker.ts'
import { fetchHead, fetchRoster, fetchTopics } from '../../panes/roster/fetch-roster.ts'
import type { Stores } from '../../stores.ts'

type Loading = {
  readonly mailbox: Mailbox
  readonly self: string
  readonly now: () => number
  readonly stores: Stores | undefined
}

type EffectOf<T extends Effect['type']> = Extract<Effect, { readonly type: T }>

/** How a question is asked: of each lane only the newest counts. Without `failed` the person gets a message. */
type Load<E extends Effect> = {
  readonly lane: string
  ask(loading: Loading, effect: E, superseded: () => boolean): Promise<Event>
  failed?(problem: string, effect: E): Event
}

const loads = {
  'load-list': {
    lane: 'list',
    async ask({ mailbox, now }, effect, superseded) {
      const { request, source, mode } = effect
      return {
        type: 'list-loaded',
        request,
        source,
        mode,
        ...(await fetchList(mailbox, effect, now(), superseded)),
      }
    },
    failed: (problem, { request }) => ({ type: 'list-failed', request, problem }),
  },
  'load-details': {
    lane: 'details',
    async ask({ mailbox }, { message, history }) {
      const { receipts } = await mailbox.receipts({ message, limit: 50 })
      const events = history ? (await mailbox.history({ message, limit: 200 })).events : null
      return { type: 'details-loaded', message, receipts, history: events }
    },
  },
  'load-roster': {
    lane: 'roster',
    ask: async ({ mailbox }, { request }) => ({
      type: 'roster-loaded',
      request,
      ...(await fetchRoster(mailbox)),
    }),
  },
  // In the lane of the roster: its answer has the same counts.
  'load-head': {
    lane: 'roster',
    ask: async ({ mailbox }, { request }) => ({
      type: 'head-loaded',
      request,
      ...(await fetchHead(mailbox)),
    }),
  },
  'load-board': {
    lane: 'board',
    ask: async ({ mailbox, stores }, request) => ({
      type: 'board-loaded',
      board: await fetchBoard(mailbox, request, stores),
    }),
    failed: (problem) => ({ type: 'board-failed', problem }),
  },
  'load-agent': {
    lane: 'agent',
    ask: async ({ mailbox }, { agent }) => ({
      type: 'agent-loaded',
      agent,
      details: await fetchAgent(mailbox, agent),
    }),
  },
  // In the lane of agents: a page and the terminal beside the table are not shown at the same time.
  'load-pane': {
    lane: 'agent',
    ask: async ({ mailbox }, { agent }) => ({
      type: 'pane-loaded',
      agent,
      pane: await fetchPane(mailbox, agent),
    }),
  },
  'load-context': {
    lane: 'context',
    ask: async ({ mailbox }, { agents }) => ({
      type: 'context-loaded',
      agents,
      uses: await fetchContext(mailbox, agents),
    }),
    failed: (_, { agents }) => ({ type: 'context-loaded', agents, uses: null }),
  },
  'load-debate': {
    lane: 'debate',
    ask: async ({ mailbox }, { thread }) => ({
      type: 'debate-loaded',
      debate: await mailbox.showDebate({ thread }),
    }),
  },
  'find-unread': {
    lane: 'unread',
    ask: async ({ mailbox }) => ({
      type: 'unread-found',
      found: (await mailbox.inbox({ unread: true, limit: 2 })).messages,
    }),
  },
  'load-presence': {
    lane: 'presence',
    ask: async ({ mailbox }) => ({ type: 'presence-loaded', ...(await mailbox.presence({})) }),
  },
  'load-sheet': {
    lane: 'sheet',
    ask: async ({ mailbox, now }, { question }) => ({
      type: 'sheet-loaded',
      question,
      value: await fetchSheet(mailbox, question, now()),
    }),
    failed: (problem) => ({ type: 'sheet-failed', problem }),
  },
  'load-palette': {
    lane: 'known',
    ask: ({ mailbox }) => fetchKnown(mailbox),
    failed: (problem) => ({ type: 'command-failed', problem }),
  },
  'find-threads': { lane: 'palette', ask: ({ mailbox }, { text }) => findThreads(mailbox, text) },
  'load-answers': {
    lane: 'answers',
    ask: ({ mailbox, self }, { message }) => fetchAnswers(mailbox, self, message),
    // The form goes on with what it knows.
    failed: (_, { message }) => ({ type: 'answers-loaded', message, answers: null }),
  },
  'load-topics': { lane: 'topics', ask: ({ mailbox }, { source }) => fetchTopics(mailbox, source) },
  'complete-word': {
    lane: 'words',
    ask: ({ mailbox }, effect) => completeWord(mailbox, effect),
    // One goes on without.
    failed: (_, { what, text }) => ({ type: 'words', what, text, names: [] }),
  },
  'fill-template': { lane: 'template', ask: ({ mailbox }, { fields }) => fetchFilled(mailbox, fields) },
  'load-taker': {
    lane: 'taker',
    ask: ({ mailbox, self }, taken) => fetchTaker(mailbox, self, taken),
    failed: (_, { message }) => ({ type: 'taken', message, text: '' }),
  },
  'read-times': {
    lane: 'times',
    async ask({ now }, { texts }) {
      const read = texts.map(async (text) => [text, await timeIn(text, now())] as const)
      return { type: 'times-read', times: Object.fromEntries(await Promise.all(read)) }
    },
  },
  'read-time': {
    lane: 'words',
    ask: async ({ now }, { text, targets }) => ({
      type: 'time-read',
      text,
      targets,
      at: await timeIn(text, now()),
    }),
  },
  'count-matching': {
    lane: 'matching',
    async ask({ mailbox }, { source, filter, matching }) {
      // Which change it will be is not known yet, and does not matter for the count.
      const counting = { ...matching, verb: 'ack', dryRun: true } as const
      const { matched: count, through, more } = await mailbox.changeAll(counting)
      return { type: 'matching-counted', source, filter, count, through, more }
    },
  },
  'load-journal': {
    lane: 'journal',
    ask: async ({ mailbox }) => ({
      type: 'journal-loaded',
      changes: (await mailbox.journal({ limit: journalLength })).changes,
    }),
  },
} satisfies { readonly [T in Effect['type']]?: Load<EffectOf<T>> }

const journalLength = 200

export type LoadEffect = EffectOf<keyof typeof loads>

export function isLoad(effect: Effect): effect is LoadEffect {
  return Object.hasOwn(loads, effect.type)
}

/** The call to the mailbox for a question, and its lane. */
export function loadOf(loading: Loading, effect: LoadEffect) {
  const { lane, ask, failed }: Load<LoadEffect> = loads[effect.type] as Load<LoadEffect>
  return {
    lane,
    task: (superseded: () => boolean) => ask(loading, effect, superseded),
    failed: (text: string): Event => failed?.(text, effect) ?? { type: 'load-failed', text },
  }
}

async function timeIn(text: string, now: number): Promise<number | null> {
  return (await readTime(text, now, 'future')) ?? null
}

function fetchSheet(mailbox: Mailbox, question: SheetQuestion, now: number) {
  if (question.type === 'stats') return mailbox.stats({ since: question.since })
  if (question.type === 'request') return mailbox.showRequest({ request: question.request })
  return mailbox.away(
    question.since === null ? {} : { since: Math.min(Math.max(1, now - question.since), longestAbsence) },
  )
}
