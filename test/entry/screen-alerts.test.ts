import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import { type MailboxThread, openMailboxThread } from '../../src/entry/mailbox-thread/mailbox-thread.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { openRecorder } from '../support/recorder.ts'
import { until } from '../support/soon.ts'

const shipped = join(root, 'dist/mailbox-worker.js')
let room: MailRoom
let folder: string
let recorder: ReturnType<typeof openRecorder>
let thread: MailboxThread
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-screen-'))
  recorder = openRecorder(folder)
  recorder.standIn('tell')
  const settings = join(folder, 'watchpost')
  mkdirSync(settings)
  writeFileSync(join(settings, 'config.yaml'), 'notify:\n  programs:\n    own: [tell, "{subject}"]\n')
  vi.stubEnv('PATH', recorder.PATH)
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  vi.stubEnv('WATCHPOST_IDENTITY', 'person')
  room = await openMailRoom('dev')
  room.now = Date.now()
  const al = await room.join('al')
  await room.join('lea', { kind: 'user' })
  await al.send({ to: ['lea'], subject: 'Stop', priority: 'urgent' })
  const opening = { store: room.location, as: 'lea', allowNetworkFilesystem: false, readOnly: false }
  thread = await openMailboxThread(opening, shipped)
})
afterEach(async () => {
  await thread.close()
  await room.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it('an open screen tells what entered Attention, and its operations start no program', async () => {
  await until(() => recorder.starts().length > 0)
  expect(recorder.starts().map(({ args }) => args)).toEqual([['Stop']])
  await expect(thread.mailbox.notify({})).rejects.toMatchObject({ code: 'not-allowed' })
})
