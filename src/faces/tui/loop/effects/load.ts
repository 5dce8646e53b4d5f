import { longestAbsence } from '../../../../domain/absence.ts'
import { readTime } from '../../../../input/read-times.ts'
import type { Mailbox } from '../../../../mailbox.ts'
import { completeWord } from '../../compose/complete-word.ts'
import { fetchAnswers } from '../../compose/fetch-answers.ts'
import { fetchFilled } from '../../compose/fetch-filled.ts'
import type { Effect, ThreadName } from '../../effect.ts'
import type { Event } from '../../event.ts'
import { fetchKnown, findThreads } from '../../overlays/palette/fetch-palette.ts'
import type { SheetQuestion } from '../../overlays/sheet/sheet-state.ts'
import type { BoardRequest } from '../../panes/boards/board-state.ts'
import { fetchAgent, fetchContext, fetchPane } from '../../panes/boards/fetch-agent.ts'
import { fetchBoard } from '../../panes/boards/fetch-board.ts'
import { fetchList } from '../../panes/inbox/fetch-list.ts'
import { fetchTaker } from '../../panes/inbox/fetch-taker.ts'
import { fetchHead, fetchRoster } from '../../panes/roster/fetch-roster.ts'
import { fetchTopics } from '../../panes/roster/fetch-topics.ts'
import type { Stores } from '../../stores.ts'

const loads = [
  'load-list',
  'load-details',
  'load-roster',
  'load-head',
  'load-board',
  'load-agent',
  'load-pane',
  'load-context',
  'load-debate',
  'find-unread',
  'complete-word',
  'fill-template',
  'load-palette',
  'find-threads',
  'load-presence',
  'load-sheet',
  'load-answers',
  'load-topics',
  'load-taker',
  'read-time',
  'count-matching',
  'load-journal',
  'read-times',
] as const
export type LoadEffect = Extract<Effect, { readonly type: (typeof loads)[number] }>

export function isLoad(effect: Effect): effect is LoadEffect {
  return (loads as readonly string[]).includes(effect.type)
}

const failure = (text: string): Event => ({ type: 'load-failed', text })

type Load = {
  readonly lane:
    | 'list'
    | 'roster'
    | 'details'
    | 'words'
    | 'template'
    | 'board'
    | 'agent'
    | 'context'
    | 'debate'
    | 'unread'
    | 'times'
    | 'palette'
    | 'known'
    | 'presence'
    | 'sheet'
    | 'answers'
    | 'topics'
    | 'taker'
    | 'matching'
    | 'journal'
  readonly task: (superseded: () => boolean) => Promise<Event>
  readonly failed: (problem: string) => Event
}

type Loading = {
  readonly mailbox: Mailbox
  readonly self: string
  readonly now: () => number
  readonly stores: Stores | undefined
}

/** The call to the mailbox for a question, and its lane. */
export function loadOf({ mailbox, self, now, stores }: Loading, effect: LoadEffect): Load {
  switch (effect.type) {
    case 'load-list':
      return listLoad(mailbox, effect, now)
    case 'load-details':
      return detailsLoad(mailbox, effect)
    case 'load-roster':
      return rosterLoad(mailbox, effect.request)
    case 'load-head':
      return headLoad(mailbox, effect.request)
    case 'find-unread':
      return unreadLoad(mailbox)
    case 'load-board':
      return boardLoad(mailbox, effect, stores)
    case 'load-agent':
      return agentLoad(mailbox, effect.agent)
    case 'load-pane':
      return paneLoad(mailbox, effect.agent)
    case 'load-context':
      return contextLoad(mailbox, effect.agents)
    case 'load-debate':
      return debateLoad(mailbox, effect.thread)
    case 'load-presence':
      return presenceLoad(mailbox)
    case 'load-sheet':
      return sheetLoad(mailbox, effect.question, now)
    case 'load-palette':
      return {
        lane: 'known',
        task: () => fetchKnown(mailbox),
        failed: (problem) => ({ type: 'command-failed', problem }),
      }
    case 'find-threads':
      return { lane: 'palette', task: () => findThreads(mailbox, effect.text), failed: failure }
    case 'load-answers':
      return {
        lane: 'answers',
        task: () => fetchAnswers(mailbox, self, effect.message),
        // The form goes on with what it knows.
        failed: () => ({ type: 'answers-loaded', message: effect.message, answers: null }),
      }
    case 'load-topics':
      return { lane: 'topics', task: () => fetchTopics(mailbox, effect.source), failed: failure }
    case 'complete-word':
      return {
        lane: 'words',
        task: () => completeWord(mailbox, effect),
        // One goes on without.
        failed: () => ({ type: 'words', what: effect.what, text: effect.text, names: [] }),
      }
    case 'fill-template':
      return { lane: 'template', task: () => fetchFilled(mailbox, effect.fields), failed: failure }
    case 'load-taker':
      return takerLoad(mailbox, self, effect)
    case 'read-times':
      return timesLoad(effect.texts, now)
    case 'read-time':
      return timeLoad(effect, now)
    case 'count-matching':
      return { lane: 'matching', task: () => countMatching(mailbox, effect), failed: failure }
    case 'load-journal':
      return { lane: 'journal', task: () => fetchJournal(mailbox), failed: failure }
  }
}

function rosterLoad(mailbox: Mailbox, request: number): Load {
  return {
    lane: 'roster',
    task: async () => ({ type: 'roster-loaded', request, ...(await fetchRoster(mailbox)) }),
    failed: failure,
  }
}

/** In the lane of the roster: its answer has the same counts. */
function headLoad(mailbox: Mailbox, request: number): Load {
  return {
    lane: 'roster',
    task: async () => ({ type: 'head-loaded', request, ...(await fetchHead(mailbox)) }),
    failed: failure,
  }
}

function presenceLoad(mailbox: Mailbox): Load {
  return {
    lane: 'presence',
    task: async () => ({ type: 'presence-loaded', ...(await mailbox.presence({})) }),
    failed: failure,
  }
}

function listLoad(
  mailbox: Mailbox,
  effect: Extract<LoadEffect, { type: 'load-list' }>,
  now: () => number,
): Load {
  const { request, source, mode } = effect
  return {
    lane: 'list',
    task: async (superseded) => ({
      ...{ type: 'list-loaded', request, source, mode },
      ...(await fetchList(mailbox, effect, now(), superseded)),
    }),
    failed: (problem) => ({ type: 'list-failed', request, problem }),
  }
}

function unreadLoad(mailbox: Mailbox): Load {
  return {
    lane: 'unread',
    task: async () => ({
      type: 'unread-found',
      found: (await mailbox.inbox({ unread: true, limit: 2 })).messages,
    }),
    failed: failure,
  }
}

function detailsLoad(
  mailbox: Mailbox,
  { message, history }: Extract<LoadEffect, { type: 'load-details' }>,
): Load {
  return { lane: 'details', task: () => fetchDetails(mailbox, message, history), failed: failure }
}

function boardLoad(mailbox: Mailbox, request: BoardRequest, stores: Stores | undefined): Load {
  return {
    lane: 'board',
    task: async () => ({ type: 'board-loaded', board: await fetchBoard(mailbox, request, stores) }),
    failed: (problem) => ({ type: 'board-failed', problem }),
  }
}

function agentLoad(mailbox: Mailbox, agent: string): Load {
  return {
    lane: 'agent',
    task: async () => ({ type: 'agent-loaded', agent, details: await fetchAgent(mailbox, agent) }),
    failed: failure,
  }
}

/** In the lane of agents: a page and the terminal beside the table are not shown at the same time. */
function paneLoad(mailbox: Mailbox, agent: string): Load {
  return {
    lane: 'agent',
    task: async () => ({ type: 'pane-loaded', agent, pane: await fetchPane(mailbox, agent) }),
    failed: failure,
  }
}

function contextLoad(mailbox: Mailbox, agents: readonly string[]): Load {
  return {
    lane: 'context',
    task: async () => ({ type: 'context-loaded', agents, uses: await fetchContext(mailbox, agents) }),
    failed: () => ({ type: 'context-loaded', agents, uses: null }),
  }
}

function debateLoad(mailbox: Mailbox, thread: string): Load {
  return {
    lane: 'debate',
    task: async () => ({ type: 'debate-loaded', debate: await mailbox.showDebate({ thread }) }),
    failed: failure,
  }
}

function timesLoad(texts: readonly string[], now: () => number): Load {
  return {
    lane: 'times',
    task: async () => {
      const read = texts.map(async (text) => [text, (await readTime(text, now(), 'future')) ?? null] as const)
      return { type: 'times-read', times: Object.fromEntries(await Promise.all(read)) }
    },
    failed: failure,
  }
}

function timeLoad({ text, targets }: Extract<LoadEffect, { type: 'read-time' }>, now: () => number): Load {
  return {
    lane: 'words',
    task: async () => ({
      type: 'time-read',
      text,
      targets,
      at: (await readTime(text, now(), 'future')) ?? null,
    }),
    failed: failure,
  }
}

function takerLoad(mailbox: Mailbox, self: string, taken: ThreadName): Load {
  return {
    lane: 'taker',
    task: () => fetchTaker(mailbox, self, taken),
    failed: () => ({ type: 'taken', message: taken.message, text: '' }),
  }
}

function sheetLoad(mailbox: Mailbox, question: SheetQuestion, now: () => number): Load {
  return {
    lane: 'sheet',
    task: async () => ({ type: 'sheet-loaded', question, value: await fetchSheet(mailbox, question, now()) }),
    failed: (problem) => ({ type: 'sheet-failed', problem }),
  }
}

function fetchSheet(mailbox: Mailbox, question: SheetQuestion, now: number) {
  if (question.type === 'stats') return mailbox.stats({ since: question.since })
  if (question.type === 'request') return mailbox.showRequest({ request: question.request })
  if (question.type === 'away')
    return mailbox.away(
      question.since === null ? {} : { since: Math.min(Math.max(1, now - question.since), longestAbsence) },
    )
  const { agent, after } = question
  return mailbox.timeline({ agent, limit: 200, ...(after === null ? {} : { after }) })
}

async function fetchDetails(mailbox: Mailbox, message: string, history: boolean): Promise<Event> {
  const { receipts } = await mailbox.receipts({ message, limit: 50 })
  const events = history ? (await mailbox.history({ message, limit: 200 })).events : null
  return { type: 'details-loaded', message, receipts, history: events }
}

type Counting = Extract<LoadEffect, { type: 'count-matching' }>

async function countMatching(mailbox: Mailbox, { source, filter, matching }: Counting): Promise<Event> {
  // Which change it will be is not known yet, and does not matter for the count.
  const counting = { ...matching, verb: 'ack', dryRun: true } as const
  const { matched: count, through, more } = await mailbox.changeAll(counting)
  return { type: 'matching-counted', source, filter, count, through, more }
}

const journalLength = 200

async function fetchJournal(mailbox: Mailbox): Promise<Event> {
  return { type: 'journal-loaded', changes: (await mailbox.journal({ limit: journalLength })).changes }
}
