import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/domain/json.ts'
import { mail } from '../../src/formats/mail/mail.ts'
import { printMail } from '../../src/formats/mail/print.ts'
import { interswarmSchema, messageSchema } from '../../src/formats/mail/schemas.ts'
import { scaled } from '../support/scale.ts'
import { describeFormat } from './conformance.ts'
import { parcels } from './parcels.ts'

const id = '11111111-1111-4111-8111-111111111111'
const task_id = '22222222-2222-4222-8222-222222222222'
const other = '33333333-3333-4333-8333-333333333333'
const sender = { address_type: 'agent', address: 'supervisor' }
const recipient = { address_type: 'agent', address: 'weather' }
const texts = { subject: 'Forecast', body: 'Please.' }
const timestamp = '2025-01-01T12:00:00Z'
const whole = (msg_type: string, message: JsonObject) => ({
  id,
  timestamp,
  message: { task_id, ...message, ...texts },
  msg_type,
})
const all = { address_type: 'agent', address: 'all' }

const examples: readonly { name: string; value: JsonObject }[] = [
  {
    name: 'a request of a user',
    value: whole('request', {
      request_id: other,
      sender: { address_type: 'user', address: 'lea' },
      recipient,
    }),
  },
  {
    name: 'a response',
    value: whole('response', { request_id: other, sender, recipient, routing_info: { hop: 1 } }),
  },
  {
    name: 'a broadcast of the system',
    value: whole('broadcast', {
      broadcast_id: other,
      sender: { address_type: 'system', address: 'swarm-a' },
      recipients: [recipient, sender],
    }),
  },
  {
    name: 'an interrupt',
    value: whole('interrupt', {
      interrupt_id: other,
      sender,
      recipients: [recipient],
      recipient_swarms: ['b'],
    }),
  },
  {
    name: 'a completion',
    value: whole('broadcast_complete', { broadcast_id: other, sender, recipients: [all] }),
  },
  {
    name: 'a message between swarms',
    value: {
      message_id: id,
      source_swarm: 'swarm-a',
      target_swarm: 'swarm-b',
      timestamp: '2025-01-01T12:15:00.5+02:00',
      payload: {
        task_id,
        request_id: other,
        sender: { address_type: 'agent', address: 'supervisor@swarm-a' },
        recipient: { address_type: 'agent', address: 'weather@swarm-b' },
        ...texts,
        sender_swarm: 'swarm-a',
      },
      msg_type: 'request',
      task_owner: 'user:123@swarm-a',
      task_contributors: ['user:123@swarm-a'],
      metadata: { expect_response: true },
    },
  },
]

describeFormat(
  mail,
  examples.map(({ name, value }) => ({ name, files: { [`${id}.json`]: value } })),
)

function compiler() {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  return ajv
}

describe('our schemas', () => {
  const ajv = compiler()
  const [isMessage, isInterswarm] = [
    ajv.compile(messageSchema as object),
    ajv.compile(interswarmSchema as object),
  ]

  test.each(examples)('$name is valid', ({ value }) => {
    expect([isMessage(value), isInterswarm(value)].filter(Boolean)).toHaveLength(1)
  })

  test('whatever is printed is valid', () => {
    fc.assert(
      fc.property(
        parcels,
        fc.array(fc.constantFrom('a', 'all', 'user', 'b@c', 'role:x'), { maxLength: 3 }),
        (parcel, to) => {
          expect(isMessage(printMail({ ...parcel, to })), JSON.stringify(isMessage.errors)).toBe(true)
        },
      ),
      { numRuns: scaled(300, 10_000) },
    )
  })

  test.each<readonly [string, (value: JsonObject) => JsonObject, RegExp]>([
    ['no type', ({ msg_type: _, ...value }) => value, /msg_type/u],
    ['a type that there is not', (value) => ({ ...value, msg_type: 'shout' }), /msg_type/u],
    ['no UUID', (value) => ({ ...value, id: 'x' }), /UUID/u],
    ['no offset', (value) => ({ ...value, timestamp: '2025-01-01T12:00:00' }), /offset/u],
    ['no payload', (value) => ({ ...value, message: null }), /message/u],
    [
      'no sender',
      (value) => ({ ...value, message: { ...(value['message'] as JsonObject), sender: 'x' } }),
      /sender/u,
    ],
  ])('%s is refused, by what is read too', (_name, spoil, why) => {
    const value = spoil(examples[0]?.value ?? {})
    expect(isMessage(value)).toBe(false)
    expect(mail.partNamed('x.json').read(value as Json, 'x')).toEqual([
      { type: 'skipped', where: 'x', why: expect.stringMatching(why) },
    ])
  })

  test('optional fields may be null, and a token is neither kept nor given out', () => {
    const value = { ...(examples[5]?.value ?? {}), auth_token: 'secret', metadata: null } as JsonObject
    const [found] = mail
      .partNamed('x.json')
      .read({ ...value, payload: { ...(value['payload'] as JsonObject), recipient_swarm: null } }, 'x')
    if (found?.type !== 'parcel') throw new Error(JSON.stringify(found))
    expect(JSON.stringify(found.parcel)).not.toContain('secret')
    expect(isInterswarm(printMail(found.parcel))).toBe(true)
  })
})

const official = fileURLToPath(new URL('../../../shared/mail-1.3/', import.meta.url))
const examplesThere = existsSync(official) ? readdirSync(`${official}examples`) : []
const readOfficial = (name: string) => JSON.parse(readFileSync(`${official}${name}`, 'utf8')) as JsonObject

describe.runIf(examplesThere.length > 0)('the official schemas', () => {
  let isMessage: ValidateFunction
  let isInterswarm: ValidateFunction
  beforeAll(() => {
    const ajv = compiler()
    isMessage = ajv.compile(readOfficial('MAIL-core.schema.json') as object)
    isInterswarm = ajv.compile(readOfficial('MAIL-interswarm.schema.json') as object)
  })

  test.each(examplesThere.filter((name) => name.endsWith('.json')))('%s goes out as it came in', (name) => {
    const value = readOfficial(`examples/${name}`)
    const [found] = mail.partNamed(name).read(value, name)
    if (found?.type !== 'parcel') throw new Error(JSON.stringify(found))
    const printed = printMail(found.parcel)
    expect(printed).toEqual(value)
    expect(isMessage(printed) || isInterswarm(printed)).toBe(true)
  })

  test('whatever is printed is valid', () => {
    fc.assert(
      fc.property(parcels, (parcel) => {
        expect([isMessage(printMail(parcel)), isMessage.errors]).toEqual([true, null])
      }),
      { numRuns: scaled(300, 10_000) },
    )
  })
})
