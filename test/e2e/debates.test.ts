import { afterAll, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import { copiedWorld, leaveAll, openOutside, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

it('a claim is countered from the form, with evidence, and the debate shows who stands where', async () => {
  const store = await copiedWorld()
  const outside = await openOutside(store)
  const architect = await outside.as('swarm_dev/architect')
  const claim = await architect.send({
    to: ['lea'],
    subject: 'Redis for sessions',
    kind: 'claim',
    statement: 'Use Redis.',
  })
  const seat = await sitDown({ store, columns: 200 })
  await goTo(seat, 'Redis for sessions')
  await seat.sees('─ Debate Redis for sessions ─')
  await seat.sees('open · round 1/5')
  await seat.sees('architect: claim · lea: silent')
  await seat.press('r')
  await seat.sees('agree, counter, query, escalation')
  await seat.type('c')
  await seat.press('Tab')
  await seat.type('Sessions must be revoked')
  await seat.press('Tab', 'Tab')
  await seat.type('type=code,source=auth.ts:45,data=revoke()')
  await seat.press('C-s')
  await seat.sees('architect: claim · lea: counter')
  await seat.sees(/counter +Sessions must be revoked/u)
  await seat.press('j')
  await seat.sees(/strong +code: revoke\(\) \(auth\.ts:45\)/u)
  await seat.sees(/Redis for sessions +2\/5/u)
  const { positions, stances } = await architect.showDebate({ thread: claim.id })
  expect(stances).toEqual({ 'swarm_dev/architect': 'claim', lea: 'counter' })
  expect(positions.at(-1)).toMatchObject({
    who: 'lea',
    statement: 'Sessions must be revoked',
    strength: 'strong',
    evidence: [{ type: 'code', source: 'auth.ts:45', data: 'revoke()' }],
  })
  await outside.close()
})
