import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailbox } from '../../../src/mailbox.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { ask } from '../../support/mail2-client.ts'

let swarm: Swarm
let now = Date.now()
let secret: string
let host: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a', { now: () => now })
  await swarm.join('boss')
  host = new URL(swarm.url).hostname
})
beforeEach(async () => {
  now = Date.now()
  secret = await swarm.token('user', 'lea')
})
afterAll(() => swarm.close())

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
const logIn = (username = `user:lea@${host}`, password = secret, more = {}) =>
  ask(swarm, null, 'POST', '/auth/token', form({ username, password, ...more }))
const renew = (refresh: unknown) => ask(swarm, null, 'POST', '/auth/refresh', { refresh_token: refresh })
const whoami = async (token: string) => (await ask(swarm, token, 'GET', '/auth/whoami')).status
const minutes = (count: number) => {
  now += count * 60_000
}

describe('a token of a person', () => {
  it('opens the mailbox as it is, and as a password for an access token', async () => {
    expect(await whoami(secret)).toBe(200)
    const { body } = await logIn()
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    expect(await whoami(body.access_token)).toBe(200)
  })

  it('is exchanged for the person that it was made for alone', async () => {
    const statuses = async (...names: readonly string[]) =>
      Promise.all(names.map(async (name) => (await logIn(name)).status))
    expect(await statuses('lea', `user:lea@${host}`, 'user:lea@localhost')).toEqual([200, 200, 200])
    expect(await statuses('tom', `user:tom@${host}`, `boss@swarm-a@${host}`, 'x')).toEqual([
      401, 401, 401, 401,
    ])
    expect((await logIn('lea', 'wp_wrong')).status).toBe(401)
    expect((await ask(swarm, null, 'POST', '/auth/token', form({ username: 'lea' }))).status).toBe(422)
    expect((await logIn('lea', secret, { grant_type: 'other' })).status).toBe(422)
  })

  it('cannot be exchanged by an access token', async () => {
    const { access_token: access } = (await logIn()).body
    expect((await logIn('lea', access)).status).toBe(401)
  })

  it('ends its sessions as it is revoked', async () => {
    const { access_token: access, refresh_token: refresh } = (await logIn()).body
    await openMailbox(swarm.context).revokeToken({ token: secret })
    expect([await whoami(access), await whoami(secret)]).toEqual([401, 401])
    expect((await renew(refresh)).status).toBe(401)
    expect((await logIn()).status).toBe(401)
  })
})

describe('an access token', () => {
  it('counts for a quarter of an hour, and is renewed without the password', async () => {
    const first = (await logIn()).body
    minutes(14)
    expect(await whoami(first.access_token)).toBe(200)
    minutes(2)
    expect(await whoami(first.access_token)).toBe(401)
    const second = (await renew(first.refresh_token)).body
    expect(await whoami(second.access_token)).toBe(200)
  })

  it('can be renewed for a month', async () => {
    let { refresh_token: refresh } = (await logIn()).body
    for (let day = 0; day < 29; day += 1) {
      minutes(24 * 60)
      refresh = (await renew(refresh)).body.refresh_token
    }
    minutes(24 * 60 + 1)
    expect((await renew(refresh)).status).toBe(401)
  })

  it('is ended with its session by a refresh token that comes twice', async () => {
    const first = (await logIn()).body
    const second = (await renew(first.refresh_token)).body
    expect((await renew(first.refresh_token)).status).toBe(401)
    expect([await whoami(second.access_token), (await renew(second.refresh_token)).status]).toEqual([
      401, 401,
    ])
    expect(await whoami(secret)).toBe(200)
  })

  it('is ended by logging out, which always succeeds', async () => {
    const { access_token: access, refresh_token: refresh } = (await logIn()).body
    const out = (body?: unknown) => ask(swarm, null, 'POST', '/auth/logout', body)
    expect((await out({ refresh_token: refresh })).status).toBe(200)
    expect(await whoami(access)).toBe(401)
    for (const body of [{ refresh_token: refresh }, { refresh_token: 'x' }, {}, undefined, 'null'])
      expect((await out(body)).body).toEqual({ status: 'success' })
  })

  it('is no refresh token, nor the other way round', async () => {
    const { access_token: access, refresh_token: refresh } = (await logIn()).body
    expect([await whoami(refresh), (await renew(access)).status]).toEqual([401, 401])
    for (const nothing of [undefined, 5, '']) expect((await renew(nothing)).status).toBeGreaterThan(400)
  })

  it('counts for the other faces of the server, too', async () => {
    const { access_token: access } = (await logIn()).body
    expect((await swarm.call('GET', '/whoami', access)).body).toEqual({ id: 'lea', role: 'user' })
  })

  it('is one of twenty of its session, and its session one of a hundred of its token', async () => {
    const sessions: Body[] = []
    for (let at = 0; at < 101; at += 1) sessions.push((await logIn()).body)
    expect([await whoami(sessions[0].access_token), await whoami(sessions[1].access_token)]).toEqual([
      401, 200,
    ])
    let { refresh_token: refresh } = sessions[100]
    for (let at = 0; at < 20; at += 1) refresh = (await renew(refresh)).body.refresh_token
    expect(await whoami(sessions[100].access_token)).toBe(401)
  })
})

describe('whoever is no person here', () => {
  it('has no mailbox: another swarm, somebody who was retired, and nobody', async () => {
    const peer = await swarm.token('agent', 'swarm-b')
    const answer = await ask(swarm, peer, 'GET', '/inbox')
    expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('another swarm')])
    expect((await logIn('swarm-b', peer)).status).toBe(403)
    expect((await ask(swarm, null, 'GET', '/inbox')).status).toBe(401)
    const gone = await swarm.token('user', 'ann')
    await openMailbox(swarm.context).retireAgent({ agent: 'ann' })
    expect((await ask(swarm, gone, 'GET', '/inbox')).status).toBe(401)
  })
})
