import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Peer } from '../../src/domain/peer.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { minute, noon, openMailRoom } from '../support/mailbox.ts'

/** Where b has something of every kind: `boss` supervises b, `mallory` is nobody to it, and lea is a person. */
export type Things = {
  readonly unread: string
  readonly taken: string
  readonly failed: string
  readonly pinned: string
  readonly archived: string
  readonly item: string
  readonly dead: string
  readonly draft: string
  readonly debate: string
  readonly token: string
}

export type Small = { readonly folder: string; readonly things: Things }

const far: Peer = {
  name: 'far',
  baseUrl: 'http://127.0.0.1:9',
  version: '1',
  description: '',
  keywords: [],
  metadata: null,
  public: false,
  volatile: false,
  secret: null,
  active: true,
  lastSeen: noon,
  registeredAt: noon,
}

export async function makeSmall(): Promise<Small> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-rights-'))
  const room = await openMailRoom()
  try {
    const lea = await room.join('lea', { kind: 'user', canComplete: true })
    await room.join('boss')
    const a = await room.join('a')
    const b = await room.join('b', {
      reportsTo: 'boss',
      talksTo: ['a', 'boss', 'lea', 'work'],
      watched: true,
    })
    await room.join('mallory')
    await room.join('loud')
    const loud = await room.as('loud', {
      settings: { ...defaultSettings, loops: { exchanged: null, sent: 3 } },
    })
    await b.createGroup({ group: 'ours', members: ['b', 'a'] })
    await b.createQueue({ queue: 'work' })
    await b.createChannel({ channel: 'news' })
    await b.subscribe({ channel: 'news' })
    const send = async (subject: string, more = {}) =>
      (await lea.send({ to: ['b'], subject, kind: 'request', priority: 'urgent', ...more })).id
    const [unread, taken, archived] = [await send('Stop'), await send('Work'), await send('Old')]
    const [failed, pinned] = [await send('Fail'), await send('Keep')]
    await lea.send({ to: ['b'], subject: 'Build', kind: 'request', task: 'T-1' })
    await send('Soon late', { expires: 150_000 })
    const dead = await send('Late', { expires: 60_000 })
    await b.process({ messages: [taken] })
    await b.process({ messages: [failed] })
    await b.fail({ messages: [failed], reason: 'No.' })
    await b.pin({ messages: [pinned] })
    const debate = (await b.send({ to: ['a'], subject: 'Tabs?', kind: 'claim' })).id
    const item = (await a.send({ to: ['queue:work'], subject: 'Item' })).id
    await (await b.claim({ queue: 'work' })).settle()
    await a.send({ to: ['queue:work'], subject: 'Another item' })
    await b.createQueue({ queue: 'stopped' })
    await b.pauseQueue({ queue: 'stopped' })
    await b.createChannel({ channel: 'other' })
    await b.createChannel({ channel: 'over' })
    await b.closeChannel({ channel: 'over' })
    await room.join('cold', { reportsTo: 'b' })
    await lea.freezeAgent({ agent: 'cold' })
    for (const subject of ['One', 'Two', 'Three', 'Held back'])
      await loud.send({ to: ['b'], subject, kind: 'notification', priority: 'low' })
    const { token } = await lea.createToken({ role: 'user', id: 'ann' })
    const { id: draft } = await b.saveDraft({ operation: 'send', fields: { to: ['a'], subject: 'Later' } })
    await b.saveView({ name: 'mine', query: ['from:a'] })
    const doer = { actor: 'b', principal: null, session: null, command: null }
    const held = { project: '/p', shared: false, until: room.now + 60 * minute, paths: ['src'] }
    await room.store.reservations.reserve({ doer, at: room.now }, held)
    await b.beat({ agent: 'b', session: 's-b' })
    await room.store.peers.put(far)
    await room.store.facts.remember('swarm-definition', JSON.stringify(defaultSettings.serving))
    room.now += 2 * minute
    await lea.patrol({})
    // What b can do again, and what it can undo.
    await b.archive({ messages: [archived] })
    await b.pin({ messages: [archived] })
    await b.undo({})
    cpSync(room.location, join(folder, 'store'), { recursive: true })
    // What an import of this folder would change.
    await b.complete({ messages: [taken] })
    await b.exportMail({ path: join(folder, 'haak'), format: 'haak' })
    return { folder, things: { unread, taken, failed, pinned, archived, item, dead, draft, debate, token } }
  } finally {
    await room.close()
  }
}
