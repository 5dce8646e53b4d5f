import type { BellWay } from '../domain/bell.ts'
import { type ContextUse, contextShare } from '../domain/context-use.ts'
import type { FleetState } from '../domain/fleet.ts'
import type { FleetGroup } from '../domain/fleet-board.ts'
import type { FleetRowValue } from '../values/supervision-schema.ts'
import { marks, meanings } from './present-glyphs.ts'

type FleetLook = {
  /** One cell wide. Shape and colour both distinguish it. */
  readonly mark: string
  readonly look: 'good' | 'warning' | 'urgent' | 'dim'
  readonly word: string
  readonly meaning: string
}

/** How every face shows the state of an agent. The legend explains the same table. */
export const fleetLooks: Readonly<Record<FleetState, FleetLook>> = {
  waiting: { mark: marks.waiting, look: 'urgent', word: 'waiting', meaning: meanings.waiting },
  silent: {
    mark: marks.silent,
    look: 'warning',
    word: 'silent',
    meaning: meanings.silent,
  },
  working: { mark: marks.inProgress, look: 'good', word: 'working', meaning: 'has work in progress' },
  idle: { mark: marks.idle, look: 'good', word: 'idle', meaning: meanings.idle },
  ended: { mark: marks.ended, look: 'dim', word: 'ended', meaning: meanings.ended },
}

/** The way to an agent's bell where there is little room. */
export const shortWays: Readonly<Record<BellWay, string>> = {
  'claude-code': 'inbox',
  'qwen-code': 'inbox',
  codex: 'queue',
  pane: 'pane',
}

/** An agent's question; else its work: the queue, the task, the subject, and the number of further items. */
export function fleetWork({ work, works, asks }: FleetRowValue): string {
  if (asks !== null) return asks.reason
  if (work === null) return ''
  const what = [work.queue, work.task, work.subject].filter((part) => part !== null && part !== '')
  return `${what.length === 0 ? work.message : what.join(' · ')}${works > 1 ? ` (+${works - 1})` : ''}`
}

/** The share of its context that an agent has used where there is little room: `62%`, or `124k` where the window is not known. */
export function contextShort(use: ContextUse): string {
  const share = contextShare(use)
  return share === null ? tokensWord(use.tokens) : `${share}%`
}

/** `62% · 124k of 200k`. */
export function contextWords(use: ContextUse): string {
  const tokens = tokensWord(use.tokens)
  return use.window === null
    ? `${tokens} tokens`
    : `${contextShort(use)} · ${tokens} of ${tokensWord(use.window)}`
}

/** From this share on an agent will soon forget, or sum up, what it knows. */
const full = 80

export function contextLook(use: ContextUse): 'warning' | 'dim' {
  return (contextShare(use) ?? 0) >= full ? 'warning' : 'dim'
}

function tokensWord(tokens: number): string {
  if (tokens < 1_000) return String(tokens)
  return tokens < 999_500 ? `${Math.round(tokens / 1_000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`
}

/** A group of agents where there is little room, and each agent on the board. */
export const groupLooks: Readonly<Record<FleetGroup, Pick<FleetLook, 'mark' | 'look' | 'word'>>> = {
  ...fleetLooks,
  failing: { mark: marks.failed, look: 'urgent', word: 'failing' },
}

/** The headings of groups of agents. */
export const groupWords: Readonly<Record<FleetGroup, string>> = {
  waiting: 'waiting for you',
  failing: 'failing',
  working: 'working',
  silent: 'silent',
  idle: 'idle',
  ended: 'ended',
}
