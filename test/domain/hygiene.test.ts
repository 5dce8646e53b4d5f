import { describe, expect, test } from 'vitest'
import {
  budgetOf,
  type GasTownRole,
  gasTownHabits,
  gasTownRole,
  hasWords,
  hygieneWarnings,
  mailType,
  type Writing,
} from '../../src/domain/hygiene.ts'

const agent = (address: string, more: { role?: string; longForm?: string; budget?: number } = {}) => ({
  address,
  longForm: more.longForm ?? null,
  role: more.role ?? null,
  tags: [],
  budget: more.budget ?? null,
})

describe('the role of an agent', () => {
  test.each([
    ['greenplace/witness', {}, 'witness'],
    ['beads/refinery', {}, 'refinery'],
    ['mayor/', {}, 'mayor'],
    ['deacon/', {}, 'deacon'],
    ['deacon/dogs/rex', {}, 'dog'],
    ['greenplace/nux', { longForm: 'greenplace/polecats/nux' }, 'polecat'],
    ['gastown/max', { longForm: 'gastown/crew/max' }, null],
    ['swarm_dev/critic', {}, null],
    ['nux', { role: 'polecat' }, 'polecat'],
    ['rex', { role: 'Dogs' }, 'dog'],
    ['critic', { role: 'reviewer' }, null],
  ] as const)('%s %j is %s', (address, more, role) => {
    expect(gasTownRole(agent(address, more))).toBe(role)
  })
})

test.each([
  ['MERGE_READY nux', 'MERGE_READY'],
  ['HELP: stuck on tests', 'HELP'],
  ['🤝 HANDOFF: Schema', 'HANDOFF'],
  ['POLECAT_DONE', 'POLECAT_DONE'],
  ['Tests red on main', null],
  ['MERGED-ish', null],
  ['A plan', null],
  ['', null],
])('the type of %j is %s', (subject, type) => {
  expect(mailType(subject)).toBe(type)
})

test.each([
  ['', 1, false],
  ['one', 1, true],
  ['one  two\nthree ', 3, true],
  ['one  two\nthree ', 4, false],
  ['w '.repeat(499), 500, false],
  ['w '.repeat(500), 500, true],
])('%#: so many words', (body, most, has) => {
  expect(hasWords(body, most)).toBe(has)
})

describe('a budget', () => {
  test.each([
    ['its own', agent('rig/witness', { budget: 3 }), {}, 3, null],
    ['its role’s, as configured', agent('critic', { role: 'reviewer' }), { reviewer: 7 }, 7, null],
    ['its own before its role’s', agent('c', { role: 'reviewer', budget: 0 }), { reviewer: 7 }, 0, null],
    ['as configured before Gas Town’s', agent('nux', { role: 'polecat' }), { polecat: 9 }, 9, null],
    ['Gas Town’s', agent('nux', { role: 'polecat' }), {}, 1, 'polecat'],
  ] as const)('is %s', (_, who, byRole, most, role) => {
    const found = budgetOf(who, byRole)
    expect(found?.habits.most).toBe(most)
    expect(found?.role).toBe(role)
  })

  test('is nobody’s by default', () => {
    expect(budgetOf(agent('critic', { role: 'reviewer' }), { writer: 1 })).toBeNull()
  })
})

describe('advice', () => {
  const writing = (more: Partial<Writing> = {}): Writing => ({
    from: 'me',
    kind: 'request',
    subject: 'How is it going?',
    body: 'Fine?',
    laden: false,
    to: ['critic'],
    answers: false,
    ...more,
  })
  const inRole = (role: GasTownRole, more: Partial<Writing> = {}, sent = 0) =>
    hygieneWarnings(writing(more), { budget: { habits: gasTownHabits[role], role }, sent, repeats: null })

  test.each([
    [{ subject: '', body: ' ' }, /no subject and no body/u],
    [{ subject: '', body: '', laden: true }, null],
    [{ subject: 'Only this', body: '' }, null],
    [{ subject: '', body: 'Only this' }, null],
  ] as const)('%j: an empty message is told of', (more, said) => {
    const [warning = null] = hygieneWarnings(writing(more), { budget: null, sent: 0, repeats: null })
    if (said === null) expect(warning).toBeNull()
    else expect(warning).toMatch(said)
  })

  // Gas Town, "Role-Specific Guidance".
  const rows: readonly [GasTownRole, Partial<Writing>, number, RegExp | null][] = [
    ['polecat', { subject: 'HELP: stuck' }, 0, null],
    ['polecat', { kind: 'escalation', subject: 'Escalation: stuck' }, 0, null],
    ['polecat', { subject: 'HELP: stuck again' }, 1, null],
    ['polecat', { kind: 'escalation', subject: 'Stuck' }, 9, null],
    ['dog', { subject: 'HELP: lost' }, 0, /me should send no mail/u],
    ['polecat', { subject: 'POLECAT_DONE nux' }, 1, null],
    ['polecat', {}, 0, /A polecat mails POLECAT_DONE, HELP/u],
    ['witness', { subject: 'MERGE_READY nux' }, 50, null],
    ['witness', { subject: 'RECOVERED_BEAD gp-1' }, 0, null],
    ['witness', { subject: 'RECOVERY_NEEDED gp/nux' }, 0, null],
    ['witness', {}, 0, /watchpost nudge critic TEXT/u],
    ['witness', { answers: true }, 0, null],
    ['refinery', { subject: 'MERGE_FAILED nux' }, 0, null],
    ['refinery', { subject: 'MERGE_READY nux' }, 0, /A refinery mails MERGED/u],
    ['deacon', { kind: 'handoff' }, 0, null],
    ['deacon', { subject: 'HEALTH_CHECK' }, 0, /A deacon mails HELP/u],
    ['dog', { subject: 'DOG_DONE: plugin' }, 0, /me should send no mail/u],
    ['mayor', { to: ['rig/witness'] }, 99, null],
    ['mayor', { to: ['deacon/'] }, 0, /A mayor nudges deacon\//u],
    ['mayor', { to: ['deacon/'], kind: 'escalation' }, 0, null],
  ]
  test.each(rows)('to a %s writing %j after %d', (role, more, sent, advice) => {
    const warnings = inRole(role, more, sent)
    if (advice === null) expect(warnings).toEqual([])
    else expect(warnings).toEqual([expect.stringMatching(advice)])
  })

  test('names an unread repeat, and a long body', () => {
    const known = { budget: null, sent: 0, repeats: { id: 'Q8Y7D', address: 'critic' } }
    expect(hygieneWarnings(writing({ body: 'word '.repeat(600) }), known)).toEqual([
      'critic has an unread message from you with the same subject (Q8Y7D). To send without this warning, add --again.',
      expect.stringContaining('500 words'),
    ])
  })

  test('is not given without need', () => {
    expect(hygieneWarnings(writing(), { budget: null, sent: 9, repeats: null })).toEqual([])
  })
})
