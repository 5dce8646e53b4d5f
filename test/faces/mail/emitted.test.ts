import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../../../src/domain/json.ts'
import { routes } from '../../../src/faces/mail/routes/routes.ts'
import { mailSchemas } from '../../../src/faces/mail/routes/schemas.ts'
import { openPeer, type PlayedPeer } from '../../support/mail-peer.ts'
import { type Body, newTask, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { readPlainYaml } from '../../support/plain-yaml.ts'
import { until } from '../../support/soon.ts'

type Answer = { readonly route: string; readonly body: unknown }
const messages: Body[] = []
const parcels: Body[] = []
const answers: Answer[] = []

let swarm: Swarm
let peer: PlayedPeer
let lea: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  peer = await openPeer('swarm-r')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('worker')
  await swarm.join('limited', { talksTo: ['boss'] })
  lea = await swarm.token('user', 'lea')
  await exchangeEverything()
  parcels.push(...peer.came.map(({ body }) => (body as Body).message))
})
afterAll(async () => {
  await swarm.close()
  await peer.close()
})

async function call(method: string, path: string, token: string | null, body?: unknown): Promise<Body> {
  const answer = await swarm.call(method, path, token, body)
  if (answer.status === 200)
    answers.push({ route: `${method} ${path.replace(/\?.*/u, '')}`, body: answer.body })
  const { events = [], response } = answer.body
  for (const { event, data } of events) {
    // `GET /task` gives an event's data as text.
    const { extra_data: extra } = typeof data === 'string' ? JSON.parse(data) : data
    if (event === 'new_message') messages.push(extra.full_message)
  }
  if (typeof response === 'object') messages.push(response)
  return answer.body
}

/** Everything that the server and its router have to say, in one task each. */
async function exchangeEverything(): Promise<void> {
  const admin = await swarm.token('admin', 'root')
  await call('POST', '/swarms/register', admin, { name: 'swarm-r', base_url: peer.url, auth_token: 's' })
  const known = await call('GET', '/swarms', null)
  expect(known.swarms).toHaveLength(1)
  for (const path of ['/', '/health', '/status', '/whoami', '/tasks']) await call('GET', path, lea)
  await everyKind()
  await remote(await swarm.token('agent', 'swarm-r'))
  await endings()
  await call('POST', '/swarms/load', admin, { json: '{"entrypoint":"boss"}' })
  await call('GET', '/swarms/dump', admin)
}

const ask = (body: object) => call('POST', '/message', lea, { show_events: true, ...body })

async function everyKind(): Promise<void> {
  const task = newTask()
  const answer = ask({ body: 'Go', task_id: task })
  const asked = await swarm.next('boss')
  const boss = await swarm.as('boss')
  await boss.reply({ message: asked.id, body: 'Well' })
  for (const kind of ['request', 'response', 'notification', 'handoff', 'escalation', 'interrupt'] as const)
    for (const to of [['worker'], ['worker', 'lea'], ['role:none', 'worker'], ['boss@swarm-r']])
      await boss.send({ to, kind, body: kind, task, again: true, hold: true })
  await boss.send({ to: ['all'], kind: 'broadcast', body: 'All', task })
  await boss.send({ to: ['x@swarm-r', 'worker'], kind: 'broadcast', body: 'Both', task })
  await boss.send({ to: ['worker'], kind: 'claim', statement: 'So it is', rationale: 'Why', body: 'C', task })
  await boss.send({ to: ['worker'], body: '', task, again: true })
  await until(async () => (await swarm.context.store.outbox.waiting()).count === 0, 'all that went there')
  peer.answer = () => ({ status: 400, body: { detail: 'no such agent' } })
  await boss.send({ to: ['nobody@swarm-r'], body: 'Lost', task })
  await until(() => swarm.told.some((line) => line.includes('"undelivered"')), 'the refusal')
  peer.answer = () => ({ status: 200, body: {} })
  const limited = await swarm.as('limited')
  await limited.send({ to: ['worker'], body: 'May I?', task }).catch(() => undefined)
  await boss.completeTask({ task, body: 'Done' })
  expect((await answer).response).toBe('Done')
  await call('GET', `/task?task_id=${task}`, lea)
  await until(() => peer.came.some(({ body }) => subjectOf(body) === '::task_complete::'), 'the notice')
}

const subjectOf = (body: Body): string => body.message.payload.subject

/** What swarm-r asks for, and what it is told. */
async function remote(token: string): Promise<void> {
  const going = newTask()
  const parcel = (recipient: string, type = 'request') => ({
    message: {
      message_id: newTask(),
      source_swarm: 'swarm-r',
      target_swarm: 'swarm-a',
      msg_type: type,
      timestamp: new Date().toISOString(),
      task_owner: 'user:u@swarm-r',
      task_contributors: ['user:u@swarm-r'],
      payload: {
        task_id: recipient === 'boss' ? going : newTask(),
        request_id: newTask(),
        subject: 'Hi',
        body: 'There',
        sender: { address_type: 'agent', address: 'boss@swarm-r' },
        recipient: { address_type: 'agent', address: recipient },
      },
    },
  })
  await call('POST', '/interswarm/forward', token, parcel('nobody'))
  await call('POST', '/interswarm/forward', token, parcel('boss'))
  await call('POST', '/interswarm/back', token, parcel('boss', 'response'))
  const { task } = await nextWith('boss', 'There')
  await (await swarm.as('boss')).completeTask({ task, body: 'Yours' })
  await until(
    () => peer.came.some(({ body }) => (body as Body).message.payload.body === 'Yours'),
    'the finish',
  )
  const sent = { user_token: lea, body: 'Hello', targets: ['worker'], stream: true }
  const asked = call('POST', '/interswarm/message', lea, sent)
  const { id } = await nextWith('worker', 'Hello')
  await (await swarm.as('worker')).reply({ message: id, body: 'Good day' })
  expect((await asked).response.message.body).toBe('Good day')
}

/** Ends that the system makes, and one that waits for its user. */
async function endings(): Promise<void> {
  const limit = ask({ body: 'Loop', kwargs: { max_steps: 1 } })
  const { task } = await nextWith('boss', 'Loop')
  await (await swarm.as('worker')).send({ to: ['boss'], body: 'Again', task, kind: 'request' })
  await nextWith('boss', 'Again')
  expect((await limit).response).toContain('its limit is 1')
  const broken = ask({ body: 'May I?' })
  const { task: waiting } = await nextWith('boss', 'May I?')
  await (await swarm.as('boss')).breakTask({ task: waiting, calls: [{ name: 'pay', arguments: {} }] })
  expect(JSON.parse((await broken).response)).toHaveLength(1)
}

async function nextWith(address: string, body: string): Promise<Body> {
  for (;;) {
    const message = await swarm.next(address)
    if (message.body === body) return message
  }
}

const official = fileURLToPath(new URL('../../../../shared/mail-1.3/', import.meta.url))
const readOfficial = (name: string) => JSON.parse(readFileSync(`${official}${name}`, 'utf8')) as JsonObject

function problemsIn(schema: JsonObject, values: readonly unknown[], more: readonly JsonObject[] = []) {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  for (const one of more) ajv.addSchema(one)
  const validate = ajv.compile(schema)
  return values.flatMap((value) => (validate(value) ? [] : [{ value, errors: validate.errors }]))
}

const within = (schema: JsonObject) => ({ ...schema, components: { schemas: mailSchemas } })

it('is of every type there is, in both directions', () => {
  expect(new Set(messages.map(({ msg_type }) => msg_type))).toEqual(
    new Set(['request', 'response', 'broadcast', 'interrupt', 'broadcast_complete']),
  )
  expect(new Set(parcels.map(({ msg_type }) => msg_type))).toEqual(
    new Set(['request', 'response', 'broadcast', 'interrupt']),
  )
  const senders = new Set(messages.map(({ message }) => message.sender.address_type))
  expect(senders).toEqual(new Set(['user', 'agent', 'system']))
})

describe('by schemas of our own', () => {
  it('every message and every parcel is valid', () => {
    expect(problemsIn(within(mailSchemas['MAILMessage'] ?? {}), messages)).toEqual([])
    expect(problemsIn(within(mailSchemas['MAILInterswarmMessage'] ?? {}), parcels)).toEqual([])
  })

  it('every answer has the shape of its route', () => {
    for (const { route, body } of answers) {
      const gives = routes.find(({ method, path }) => `${method} ${path}` === route)?.gives
      expect(problemsIn(within(gives ?? {}), [body]), route).toEqual([])
    }
  })
})

describe.runIf(existsSync(official))('by the official schemas', () => {
  const core = () => readOfficial('MAIL-core.schema.json')

  it('every message and every parcel is valid', () => {
    expect(problemsIn(core(), messages)).toEqual([])
    expect(problemsIn(readOfficial('MAIL-interswarm.schema.json'), parcels, [core()])).toEqual([])
  })

  it('every answer has the shape of the OpenAPI document', () => {
    const document = readPlainYaml(readFileSync(`${official}openapi.yaml`, 'utf8')) as JsonObject
    const paths = document['paths'] as JsonObject
    const told: string[] = []
    for (const { route, body } of answers) {
      const [method = '', path = ''] = route.split(' ')
      const schema = at(
        paths,
        path,
        method.toLowerCase(),
        'responses',
        '200',
        'content',
        'application/json',
        'schema',
      )
      if (!isJsonObject(schema)) continue
      told.push(route)
      const whole = {
        ...schema,
        $id: `${String(core()['$id']).replace(/[^/]+$/u, '')}x`,
        components: document['components'] ?? {},
      }
      const more = [core(), readOfficial('MAIL-interswarm.schema.json')]
      expect(problemsIn(whole as JsonObject, [body], more), route).toEqual([])
    }
    const promised = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as JsonObject).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(promised.filter((route) => !told.includes(route))).toEqual([])
  })
})

function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value)
}
