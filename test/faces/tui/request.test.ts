import { expect, it } from 'vitest'
import { type State, withClock } from '../../../src/faces/tui/state.ts'
import { frameText } from '../../support/screen-text.ts'
import { permissionRequest, sitBeforeRequest, tellRequest } from '../../support/tui-sheets.ts'
import type { Sitting } from '../../support/tui-state.ts'

const request = permissionRequest
const sit = sitBeforeRequest
const load = tellRequest
const later = (sitting: Sitting, milliseconds: number): Sitting => {
  const { now } = sitting.state.clock
  sitting.state = withClock(sitting.state, { now: now + milliseconds })
  return sitting
}
const calls = (sitting: Sitting) =>
  sitting.taken().flatMap((effect) => (effect.type === 'call' ? [[effect.operation, effect.input]] : []))
const told = ({ session }: State) => JSON.stringify(session.toast)

it('is opened by Enter, shown whole, and decided by a key', () => {
  for (const [key, verdict] of [
    ['Alt-y', 'allow'],
    ['Alt-n', 'deny'],
  ]) {
    const sitting = sit().press('Enter')
    expect(sitting.taken()).toContainEqual({
      type: 'load-sheet',
      question: { type: 'request', request: 'r1' },
    })
    load(sitting)
    const shown = frameText(sitting.state)
    for (const text of [
      'Request of nux',
      'waits 28 s',
      'Bash',
      '/home/dev/shop',
      'rm -rf build',
      'Alt-y',
      'Alt-n',
    ])
      expect(shown).toContain(text)
    later(sitting, 1_000).press(key ?? '')
    expect(calls(sitting)).toEqual([['decideRequest', { request: 'r1', verdict, digest: request().digest }]])
    expect(sitting.state.overlay.type).toBe('none')
  }
})

it('takes no key that was typed before it could be read', () => {
  const hurried = sit().press('Enter', 'Alt-y')
  load(hurried).press('Alt-y', 'Alt-n')
  later(hurried, 500).press('Alt-y')
  expect(calls(hurried)).toEqual([])
  expect(told(hurried.state)).toContain('Read the request first')
  later(hurried, 300).press('Alt-y')
  expect(calls(hurried)).toHaveLength(1)
})

it('takes no key that was kept until the list was there', () => {
  const sitting = sit()
  sitting.state = {
    ...sitting.state,
    panes: { ...sitting.state.panes, list: { ...sitting.state.panes.list, loading: true } },
  }
  sitting.press('Enter', 'Alt-y')
  expect(sitting.state.session.early).toHaveLength(2)
  later(sitting, 5_000)
  sitting.state = {
    ...sitting.state,
    panes: { ...sitting.state.panes, list: { ...sitting.state.panes.list, loading: false } },
  }
  sitting.answerHead({ attention: [{ why: 'asks', count: 1, agents: 1 }] })
  load(sitting)
  expect(sitting.state.overlay.type).toBe('sheet')
  expect(calls(sitting)).toEqual([])
})

it('is allowed only after its end was seen; it can be denied before', () => {
  const command = Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n')
  const long = request({ asked: { tool: 'Bash', input: { command } } })
  const sitting = later(load(sit().press('Enter'), long), 1_000).press('Alt-y')
  expect(told(sitting.state)).toContain('to its end first')
  expect(calls(sitting)).toEqual([])
  sitting.press('G')
  expect(frameText(sitting.state)).toContain('line 199')
  sitting.press('Alt-y')
  expect(calls(sitting)).toHaveLength(1)
  const denied = later(load(sit().press('Enter'), long), 1_000).press('Alt-n')
  expect(calls(denied)).toHaveLength(1)
})

it('is shown when its time is over, and then takes no key', () => {
  for (const value of [request({ isOpen: false }), request({ digest: null })]) {
    const sitting = later(load(sit().press('Enter'), value), 1_000).press('Alt-y', 'Alt-n')
    expect(calls(sitting)).toEqual([])
    expect(told(sitting.state)).toContain('own prompt')
  }
  const late = later(load(sit().press('Enter')), 29_000).press('Alt-y')
  expect(calls(late)).toEqual([])
})

it('has its keys in the foot only while it can be answered', () => {
  const foot = (sitting: Sitting) => frameText(sitting.state).split('\n').at(-1)
  const open = load(sit().press('Enter'))
  expect(foot(open)).toMatch(/Alt-y allow it .*Alt-n deny it/u)
  for (const over of [load(sit().press('Enter'), request({ isOpen: false })), later(open, 29_000)])
    expect(foot(over)).not.toMatch(/Alt-/u)
})

it.each([200, 120, 80, 50])('says in whole sentences at %i columns how long the session waits', (columns) => {
  const size = { columns, rows: 24 }
  const text = (sitting: Sitting) => frameText(sitting.state).replace(/[│\s]+/gu, ' ')
  expect(text(load(sit(size).press('Enter')))).toContain('for your answer, then it asks at its own prompt.')
  const over = load(sit(size).press('Enter'), request({ isOpen: false }))
  expect(text(over)).toContain("can no longer be answered here. Answer it at the agent's own prompt.")
})

it('hides nothing: what cannot be seen is shown as its number', () => {
  const command = 'ls \u001b[2J\u202e#\u200bx'
  const sitting = load(
    sit().press('Enter'),
    request({ asked: { tool: 'Bash', input: { command, 'a\u001b]0;x': 1 } } }),
  )
  const shown = frameText(sitting.state)
  expect(shown).toContain('ls ␛[2J⟨U+202E⟩#⟨U+200B⟩x')
  expect(shown).toContain('a␛]0;x')
})

it('takes no answer about another request', () => {
  const sitting = sit().press('Enter')
  const before = sitting.state
  sitting.tell({
    type: 'sheet-loaded',
    question: { type: 'request', request: 'r2' },
    value: request({ request: 'r2' }),
  })
  expect(sitting.state.overlay).toEqual(before.overlay)
})
