import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { openBare } from '../../support/store-bare.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['alice', 'bob'])
})
afterAll(() => desk.close())

/** One line of `batch`, which takes what no command line could hold. */
function batch(command: string, input: object) {
  const line = JSON.stringify({ command, input }).replace(/"nested (\d+)"/u, (_, depth) =>
    nested(Number(depth)),
  )
  const { out } = desk.run(['batch', '--as', 'alice'], { input: `${line}\n` })
  return JSON.parse(out)
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('a length of time', () => {
  it.each([
    ['send', { to: ['bob'], subject: 'S', ttl: '99999999d' }],
    ['send', { to: ['bob'], subject: 'S', ttl: 9e15 }],
    ['send', { to: ['bob'], subject: 'S', expires: '99999999d' }],
    ['draft save', { operation: 'send', fields: { to: ['bob'] }, sendIn: '99999999d' }],
    ['queue create', { name: 'far', lease: 9e15 }],
  ])('that no calendar holds is refused by %s: %j', (command, input) => {
    expect(batch(command, input)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  it('that an older program let in hides nobody’s mailbox', () => {
    batch('send', { to: ['bob'], subject: 'kept' })
    const { database } = openBare(desk.store)
    database.exec(`UPDATE deliveries SET expires_at = ${9e15}`)
    database.close()
    expect(desk.json('inbox', '--as', 'bob').messages).toMatchObject([{ subject: 'kept' }])
    expect(desk.run(['next', '--as', 'bob']).code).toBe(0)
  })
})

describe('JSON that is nested too deep', () => {
  it.each([
    ['send', { to: ['bob'], subject: 'S', task: 'T', payload: 'nested 1500' }],
    ['send', { to: ['bob'], subject: 'S', task: 'T', payload: nested(1500) }],
    ['send', { to: ['bob'], subject: 'S', task: 'T', payload: 'nested 9000' }],
    ['send', { to: ['bob'], subject: 'nested 9000' }],
    ['handoff', { to: ['bob'], context: { more: 'nested 1500' } }],
    ['draft save', { operation: 'send', fields: { to: ['bob'], payload: 'nested 1500' } }],
  ])('is refused by %s: %j', (command, input) => {
    expect(batch(command, input)).toMatchObject({ ok: false, error: { code: 'usage' } })
  })

  it('is text where it stands for evidence, and takes no list of tasks away', () => {
    const evidence = [`{"data":${nested(1500)}}`]
    const claim = { to: ['bob'], subject: 'C', kind: 'claim', statement: 'S', task: 'T', evidence }
    expect(batch('send', claim)).toMatchObject({ ok: true })
    expect(desk.json('task', 'list').tasks).toMatchObject([{ id: 'T' }])
    expect(desk.run(['patrol']).code).toBe(0)
  })
})
