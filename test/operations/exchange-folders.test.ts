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
import { formatNames } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/registry.ts'
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

describe('a backup of beads, whose labels are in a file of their own', () => {
  const bead = { title: 'MERGE_READY nux', description: 'Branch: b', status: 'open', priority: 1 }
  const issue = (id: string, more: object = {}) => ({
    id,
    ...bead,
    issue_type: 'task',
    assignee: 'greenplace/refinery',
    created_by: 'x',
    created_at: '2026-11-25T06:00:00Z',
    ...more,
  })
  const label = (id: string, text: string) => ({ issue_id: id, label: text })
  const lines = (...values: readonly unknown[]) =>
    values.map((value) => `${JSON.stringify(value)}\n`).join('')
  const fill = (at: string, labels: string) => {
    mkdirSync(at, { recursive: true })
    writeFileSync(
      join(at, 'issues.jsonl'),
      lines(issue('hq-1'), issue('hq-2', { labels: ['later'] }), issue('hq-3')),
    )
    writeFileSync(join(at, 'labels.jsonl'), labels)
    for (const table of ['comments', 'dependencies', 'events'])
      writeFileSync(
        join(at, `${table}.jsonl`),
        lines({ issue_id: 'hq-1', text: 'no mail', from: 'x', to: 'y' }),
      )
    writeFileSync(join(at, 'config.jsonl'), lines({ key: 'prefix', value: 'hq' }))
    writeFileSync(join(at, 'backup_state.json'), '{"last_dolt_commit":"x"}')
  }
  const mail = ['gt:message', 'from:greenplace/witness', 'msg-type:task']

  test('its mail is what has the labels of mail; its other tables are none', async () => {
    const labels = [...mail.map((text) => label('hq-1', text)), ...mail.map((text) => label('hq-2', text))]
    fill(folder, lines(...labels, label('hq-3', 'bug')))
    expect(await peer.importMail({ path: folder, format: 'gastown' })).toEqual({
      read: 2,
      written: 2,
      skipped: [],
    })
    const { messages } = await peer.thread({ message: 'hq-1' })
    expect(messages).toMatchObject([
      {
        from: 'greenplace/witness',
        to: ['greenplace/refinery'],
        kind: 'request',
        subject: 'MERGE_READY nux',
      },
    ])
    expect(await peer.importMail({ path: folder, format: 'gastown' })).toMatchObject({ written: 0 })
  })

  test('labels are those of the beads in their folder, and a line that is none is told', async () => {
    fill(join(folder, 'one'), lines(...mail.map((text) => label('hq-1', text))))
    fill(join(folder, 'two'), `${lines(label('hq-2', 'bug'), { label: 'x' })}{"issue_id"\n`)
    expect(await peer.importMail({ path: folder, format: 'gastown' })).toMatchObject({
      read: 1,
      written: 1,
      skipped: [{ where: 'two/labels.jsonl:2' }, { where: 'two/labels.jsonl:3' }],
    })
  })

  test('a folder in use may have one below it', async () => {
    fill(join(folder, 'backup'), lines(label('hq-1', 'bug')))
    writeFileSync(join(folder, 'issues.jsonl'), '')
    const round = peer.sync({ path: folder, format: 'gastown', once: true }, new AbortController().signal)
    expect((await round[Symbol.asyncIterator]().next()).value).toMatchObject({ skipped: [] })
    await peer.exportMail({ path: folder, format: 'gastown' })
  })

  test('nothing is exported into it', async () => {
    fill(folder, lines(label('hq-1', 'bug')))
    await expect(peer.exportMail({ path: folder, format: 'gastown' })).rejects.toMatchObject({
      code: 'usage',
    })
  })

  test('it is not kept in step, since only its own program writes it', async () => {
    fill(folder, lines(label('hq-1', 'bug')))
    const round = peer.sync({ path: folder, format: 'gastown', once: true }, new AbortController().signal)
    await expect(round[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'usage' })
  })
})

test.each(formatNames)('a folder without a file of %s is told, with what was looked for', async (name) => {
  writeFileSync(join(folder, 'notes.txt'), 'no mail')
  const format = await formats[name]()
  for (const read of [peer.importMail, peer.validate])
    await expect(read({ path: folder, format: name })).rejects.toMatchObject({
      code: 'usage',
      message: `${folder} has no file of the format ${name}.`,
      hint: expect.stringContaining(format.files),
    })
})
