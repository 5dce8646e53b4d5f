import { afterAll, describe, expect, it } from 'vitest'
import { copiedWorld, leaveAll, openOutside, sitDown, start, watchpost } from '../support/terminal-world.ts'

afterAll(leaveAll)

/** A claim to the critic and lea, and the critic's counter. */
async function debated(store: string) {
  const outside = await openOutside(store)
  const architect = await outside.as('swarm_dev/architect')
  const critic = await outside.as('swarm_dev/critic')
  const { id } = await architect.send({
    to: ['swarm_dev/critic', 'lea'],
    subject: 'Redis for sessions',
    kind: 'claim',
    statement: 'Use Redis.',
    rationale: 'It is fast',
    evidence: ['Everybody uses it'],
  })
  await critic.reply({
    message: id,
    kind: 'counter',
    statement: 'JWT needs no store.',
    evidence: ['type=code,source=auth.ts:45,data=verify()'],
  })
  return { outside, architect, critic, thread: id }
}

const sizes = [
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
]

describe.concurrent('debates', () => {
  it.each(sizes)('are read side by side, ruled by D, and stay listed as decided, at %o', async (size) => {
    const store = await copiedWorld()
    const { outside, critic, thread } = await debated(store)
    const seat = await sitDown({ store, ...size })
    await seat.press('g', 'd')
    await seat.sees(/▸ ◐ .*Redis for sessions/u)
    await seat.press('Enter')
    await seat.sees('◐ open')
    if (size.columns >= 80) await seat.sees(/Use Redis\. .*JWT needs no store\./u)
    if (size.columns < 80) await seat.press('G')
    await seat.sees('strong')
    await seat.press('D')
    await seat.type('JWT it is')
    await seat.press('Enter')
    await seat.type('No store to run')
    await seat.press('Tab')
    await seat.type('coo')
    await seat.press('Enter')
    await seat.sees('Rationale: No store to run')
    await seat.press('Enter')
    if (size.columns < 80) await seat.press('g', 'g')
    await seat.sees('✓ decided by a ruling')
    await seat.press('q')
    await seat.sees(/▸ ✓ .*Redis for sessions · JWT/u)
    await seat.press('q')
    await seat.sees('Inbox')
    const { ruling } = await critic.showDebate({ thread })
    expect(ruling).toMatchObject({
      by: 'lea',
      decision: 'JWT it is',
      rationale: 'No store to run',
      informed: ['coo'],
    })
    await outside.close()
  })

  it('is told line by line to a screen reader', async () => {
    const store = await copiedWorld()
    const { outside } = await debated(store)
    const seat = start([...watchpost(store, 'lea'), '--accessible'], { columns: 180, rows: 60 })
    await seat.sees('Press ? for the keys, q to quit.')
    await seat.press('g', 'd')
    await seat.sees(/Debates, 1 open/u)
    await seat.sees(/Redis for sessions, open, .*1 of 1/u)
    await seat.press('Enter')
    await seat.sees(/critic, counter, strong case, JWT needs no store/u)
    await seat.press('q', 'q')
    await seat.sees('Closed.')
    await outside.close()
  })
})
