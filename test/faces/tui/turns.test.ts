import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '../../../src/faces/tui/event.ts'
import { openTurns } from '../../../src/faces/tui/loop/turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const around = ['started', 'presence-loaded', 'roster-loaded', 'ground', 'due-drafts', 'attention-counted']

test.each(['list-loaded', 'list-failed', 'failed', 'load-failed', 'key', 'paste', 'mouse', 'leaving'])(
  'the first frame waits until %s',
  (type) => {
    const { turns, drawn } = opened()
    for (const one of around) ask(turns, one)
    vi.advanceTimersByTime(5)
    expect(drawn).not.toHaveBeenCalled()
    ask(turns, type)
    vi.advanceTimersByTime(1)
    expect(drawn).toHaveBeenCalledTimes(1)
    vi.runAllTimers()
    expect(drawn).toHaveBeenCalledTimes(1)
  },
)

test('a store that answers late still shows a frame', () => {
  const { turns, drawn } = opened()
  ask(turns, 'started')
  vi.runAllTimers()
  expect(drawn).toHaveBeenCalledTimes(1)
})

test('after it, answers gather and other events draw at once', () => {
  const { turns, drawn } = opened()
  ask(turns, 'list-loaded')
  vi.runAllTimers()
  ask(turns, 'list-loaded')
  ask(turns, 'roster-loaded')
  vi.advanceTimersByTime(1)
  expect(drawn).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect(drawn).toHaveBeenCalledTimes(2)
  ask(turns, 'focus')
  vi.advanceTimersByTime(1)
  expect(drawn).toHaveBeenCalledTimes(3)
})

test.each([
  ['changed', {}],
  ...['board', 'roster', 'topics', 'context', 'stores', 'agent-page'].map(
    (name) => ['waited', { name }] as const,
  ),
] as const)('%s %o asks a question, and only its answer is drawn', (type, more) => {
  const { turns, drawn } = opened()
  ask(turns, 'list-loaded')
  vi.runAllTimers()
  ask(turns, type, more)
  vi.runAllTimers()
  expect(drawn).toHaveBeenCalledTimes(1)
  ask(turns, 'board-loaded')
  vi.runAllTimers()
  expect(drawn).toHaveBeenCalledTimes(2)
})

test.each(['toast', 'ages', 'minute', 'grace'])('the end of the wait %s is drawn', (name) => {
  const { turns, drawn } = opened()
  ask(turns, 'list-loaded')
  vi.runAllTimers()
  ask(turns, 'waited', { name })
  vi.runAllTimers()
  expect(drawn).toHaveBeenCalledTimes(2)
})

function opened() {
  const drawn = vi.fn()
  return { drawn, turns: openTurns(drawn) }
}

function ask(turns: ReturnType<typeof openTurns>, type: string, more: object = {}): void {
  turns.ask({ type, ...more } as Event)
}
