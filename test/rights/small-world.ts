import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minute, openMailRoom } from '../support/mailbox.ts'

/** Where b has something of every kind: `boss` supervises b, `mallory` is nobody to it, and lea is a person. */
export type Things = {
  readonly unread: string
  readonly taken: string
  readonly archived: string
  readonly item: string
  readonly dead: string
  readonly draft: string
}

export type Small = { readonly folder: string; readonly things: Things }

export async function makeSmall(): Promise<Small> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-rights-'))
  const room = await openMailRoom()
  try {
    const lea = await room.join('lea', { kind: 'user' })
    await room.join('boss')
    const a = await room.join('a')
    const b = await room.join('b', {
      reportsTo: 'boss',
      talksTo: ['a', 'boss', 'lea', 'work'],
      watched: true,
    })
    await room.join('mallory')
    await b.createGroup({ group: 'ours', members: ['b', 'a'] })
    await b.createQueue({ queue: 'work' })
    await b.createChannel({ channel: 'news' })
    await b.subscribe({ channel: 'news' })
    const send = async (subject: string, more = {}) =>
      (await lea.send({ to: ['b'], subject, kind: 'request', priority: 'urgent', ...more })).id
    const [unread, taken, archived] = [await send('Stop'), await send('Work'), await send('Old')]
    const dead = await send('Late', { expires: 60_000 })
    await b.process({ messages: [taken] })
    await b.archive({ messages: [archived] })
    const item = (await a.send({ to: ['queue:work'], subject: 'Item' })).id
    await (await b.claim({ queue: 'work' })).settle()
    const { id: draft } = await b.saveDraft({ operation: 'send', fields: { to: ['a'], subject: 'Later' } })
    await b.saveView({ name: 'mine', query: ['from:a'] })
    const doer = { actor: 'b', principal: null, session: null, command: null }
    const held = { project: '/p', shared: false, until: room.now + 60 * minute, paths: ['src'] }
    await room.store.reservations.reserve({ doer, at: room.now }, held)
    await b.beat({ agent: 'b', session: 's-b' })
    room.now += 2 * minute
    await lea.patrol({})
    await room.store.facts.remember('keys', '[]')
    cpSync(room.location, join(folder, 'store'), { recursive: true })
    return { folder, things: { unread, taken, archived, item, dead, draft } }
  } finally {
    await room.close()
  }
}
