import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeFile } from '../../src/drivers/folders/files.ts'
import { folders } from '../../src/drivers/folders/folders.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let peer: Mailbox
let folder: string
beforeEach(async () => {
  room = await openMailRoom()
  peer = await room.join('peera')
  await room.join('peerb')
  await peer.send({ to: ['peerb'], kind: 'claim', statement: 'Use JWT' })
  folder = mkdtempSync(join(tmpdir(), 'watchpost-folders-'))
})
afterEach(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the stamp of a file that has just changed is not trusted', async () => {
  const path = join(folder, 'a.json')
  writeFileSync(path, '{}')
  utimesSync(path, 1, 1)
  const listed = async () => (await folders.open(folder, 'read')).list().files
  expect(await listed()).toMatchObject([{ path: 'a.json', isSettled: false }])
  await new Promise((next) => setTimeout(next, 2100))
  expect(await listed()).toMatchObject([{ path: 'a.json', isSettled: true }])
})

describe("CCCC's folder is named by any of its levels", () => {
  const layouts: readonly (readonly [string, string, string])[] = [
    ['.cccc', '.cccc/mailbox', 'it is made whole'],
    ['.cccc/mailbox', '.cccc/mailbox', 'it is made as named'],
    ['elsewhere', 'elsewhere', 'what is called otherwise is the mailbox'],
  ]
  test.each(layouts)('%s: mail lies in %s, since %s', async (named, mailbox) => {
    await peer.exportMail({ path: join(folder, named), format: 'cccc' })
    expect(existsSync(join(folder, mailbox, 'peerb/inbox.json'))).toBe(true)
    expect(await peer.validate({ path: join(folder, named), format: 'cccc' })).toMatchObject({ skipped: [] })
  })

  test('the project that has it in it will do', async () => {
    mkdirSync(join(folder, '.cccc/mailbox'), { recursive: true })
    await peer.exportMail({ path: folder, format: 'cccc' })
    expect(existsSync(join(folder, '.cccc/mailbox/peerb/inbox.json'))).toBe(true)
  })

  test('a link is not followed there', async () => {
    mkdirSync(join(folder, 'secret'))
    mkdirSync(join(folder, 'project'))
    symlinkSync(join(folder, 'secret'), join(folder, 'project/mailbox'))
    await peer.exportMail({ path: join(folder, 'project'), format: 'cccc' })
    expect(existsSync(join(folder, 'secret/peerb'))).toBe(false)
    expect(existsSync(join(folder, 'project/peerb/inbox.json'))).toBe(true)
  })
})

describe('a document that others write too', () => {
  const path = () => join(folder, 'inbox.json')
  test.each([
    ['that is gone by now', '[1]', () => {}],
    ['that is another by now', '[1]', () => writeFileSync(path(), '[2]')],
    ['that was not there and is now', null, () => writeFileSync(path(), '[2]')],
  ])('%s is not written over, and nothing is left beside it', (_which, was, meanwhile) => {
    meanwhile()
    const there = readdirSync(folder)
    expect(changeFile(path(), was, '[3]')).toBeNull()
    expect(readdirSync(folder)).toEqual(there)
  })
})
