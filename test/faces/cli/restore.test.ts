import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, openPrepared } from '../../support/cli.ts'
import { hasMachines, runAsPerson } from '../../support/real-person.ts'

let desk: Desk
let backup = ''

const backupOf = ({ folder }: Desk) => join(folder, 'mail.backup')
function backedUp(fresh: Desk): void {
  fresh.json('send', 'ben', '-s', 'first', '-b', 'x', '--as', 'ana')
  fresh.json('backup', backupOf(fresh))
  fresh.json('send', 'ben', '-s', 'second', '-b', 'x', '--as', 'ana')
}
beforeEach(() => {
  desk = openPrepared(['ana', 'ben'], backedUp)
  backup = backupOf(desk)
})
afterEach(() => desk.close())

const subjects = (store = desk.store) =>
  desk.json('inbox', '--as', 'ben', '--store', store).messages.map((one: { subject: string }) => one.subject)

describe('watchpost backup restore', () => {
  test.each([
    ['an agent', { WATCHPOST_IDENTITY: 'agent' }],
    ['a coding agent', { CLAUDECODE: '1', WATCHPOST_AGENT: 'ana' }],
    ['somebody who proves nothing', { WATCHPOST_IDENTITY: 'unproven' }],
  ])('is refused to %s', (_who, env) => {
    const { code, err } = desk.run(['backup', 'restore', backup, '--json'], { env })
    expect(code).toBe(7)
    expect(JSON.parse(err).error).toMatchObject({
      code: 'not-allowed',
      message: expect.stringContaining('Only a person at a terminal may restore the store'),
    })
    expect(subjects()).toEqual(['first', 'second'])
  })

  test.skipIf(!hasMachines)('is done for a person at a terminal, and can be taken back', () => {
    const env = { HOME: desk.folder }
    const done = runAsPerson(['backup', 'restore', backup], { cwd: desk.folder, env })
    expect(done).toMatchObject({ code: 0, err: expect.stringContaining('The state before is kept in') })
    expect(done.out).toContain('has the mail of the backup: 1 message.')
    expect(subjects()).toEqual(['first'])
    const before = /kept in (\S+\.backup)\./u.exec(done.err)?.[1] ?? ''
    expect(runAsPerson(['backup', 'restore', before], { cwd: desk.folder, env })).toMatchObject({ code: 0 })
    expect(subjects()).toEqual(['first', 'second'])
  })

  test('has the name of no backup that `backup` makes', () => {
    expect(desk.run(['backup', 'restore'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('watchpost backup restore --help'),
    })
    expect(desk.json('backup', join(desk.folder, 'restore'))).toMatchObject({ messages: 2 })
  })

  test('cannot run in a batch', () => {
    const { out } = desk.run(['batch'], { input: '{"command":"backup restore","input":{"file":"x"}}\n' })
    expect(JSON.parse(out).error.message).toBe('backup restore cannot run in a batch.')
  })
})
