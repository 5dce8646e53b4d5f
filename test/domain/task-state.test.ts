import { expect, it } from 'vitest'
import { systemSubjects } from '../../src/domain/commission.ts'
import type { Kind } from '../../src/domain/kind.ts'
import {
  isAtRest,
  isFinal,
  isResult,
  stateAfter,
  stateWith,
  type TaskState,
} from '../../src/domain/task-state.ts'

const cases: readonly (readonly [Kind, string, string, TaskState])[] = [
  ['request', 'lea', '', 'working'],
  ['response', 'boss', systemSubjects.complete, 'working'],
  ['response', 'system', systemSubjects.error, 'working'],
  ['complete', 'boss', systemSubjects.complete, 'completed'],
  ['complete', 'boss', '', 'completed'],
  // Only the system says that a task failed or was canceled.
  ['complete', 'boss', systemSubjects.error, 'completed'],
  ['complete', 'boss', systemSubjects.canceled, 'completed'],
  ['complete', 'boss', systemSubjects.breakpoint, 'input-required'],
  ['complete', 'system', systemSubjects.breakpoint, 'input-required'],
  ['complete', 'system', systemSubjects.complete, 'completed'],
  ['complete', 'system', 'Re: the plan', 'completed'],
  ['complete', 'system', 'constructor', 'completed'],
  ['complete', 'system', systemSubjects.error, 'failed'],
  ['complete', 'system', systemSubjects.steps, 'failed'],
  ['complete', 'system', systemSubjects.canceled, 'canceled'],
]

it.each(cases)('a %s of %s with the subject "%s" makes a task %s', (kind, from, subject, state) => {
  expect(stateAfter({ kind, from, subject })).toBe(state)
})

it.each<readonly [string, Kind, string, TaskState]>([
  ['an answer among agents', 'response', 'worker', 'input-required'],
  ['a notice', 'notification', 'worker', 'input-required'],
  ['a word of the system', 'request', 'system', 'input-required'],
  ['the answer of its owner', 'request', 'lea', 'working'],
  ['a request among agents', 'request', 'boss', 'working'],
  ['an end', 'complete', 'boss', 'completed'],
])('a task that waits for its owner is, after %s (%s of %s), %s', (_, kind, from, state) => {
  expect(stateWith('input-required', { kind, from, subject: '' })).toBe(state)
  if (kind !== 'complete') expect(stateWith('working', { kind, from, subject: '' })).toBe('working')
})

it('a task that is over is at rest, and so is one that waits for its owner', () => {
  const states: readonly TaskState[] = [
    'submitted',
    'working',
    'input-required',
    'completed',
    'failed',
    'canceled',
  ]
  expect(states.filter(isFinal)).toEqual(['completed', 'failed', 'canceled'])
  expect(states.filter(isAtRest)).toEqual(['input-required', 'completed', 'failed', 'canceled'])
})

it('an end of the system by its own subject has no result', () => {
  const ends = [
    { from: 'system', subject: systemSubjects.complete },
    { from: 'boss', subject: systemSubjects.complete },
    { from: 'system', subject: 'Re: the plan' },
  ]
  expect(ends.map(isResult)).toEqual([false, true, true])
})
