import fc from 'fast-check'
import { type Json, type JsonObject, jsonFlaw } from '../../src/domain/json.ts'
import { kinds } from '../../src/domain/kind.ts'
import { priorities } from '../../src/domain/priority.ts'
import { emptyParcel, type Parcel, unreadCopy } from '../../src/formats/parcel.ts'

const uuid = fc.uuid({ version: 4 })
const name = fc.constantFrom('architect', 'critic', 'swarm_dev/implementer', 'peera', 'nux', 'coo')
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '日本', 'a\nb', '\u001b[2J'),
)
const json = fc
  .dictionary(
    fc.string({ minLength: 1 }),
    fc.jsonValue({ maxDepth: 2 }).filter((value) => jsonFlaw(value as Json) === null),
    { minKeys: 1, maxKeys: 3 },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject)
const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }).map((at) => at - (at % 1000))
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })

/** Any message that a store may hold, as a format is given it. */
export const parcels: fc.Arbitrary<Parcel> = fc
  .record({
    id: uuid,
    from: name,
    to: name.map((to) => [to]),
    kind: fc.constantFrom(...kinds),
    priority: fc.constantFrom(...priorities),
    subject: text,
    body: text,
    payload: orNull(json),
    context: orNull(json),
    attachments: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
    tags: fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }),
    swarm: orNull(fc.constantFrom('swarm_dev', 'ops')),
    task: orNull(uuid),
    sentAt: moment,
    expiresAt: orNull(moment),
    replyTo: orNull(uuid),
    thread: orNull(uuid),
    readAt: orNull(moment),
  })
  .map(({ readAt, ...parcel }) => ({
    ...emptyParcel,
    ...parcel,
    copies: [
      {
        ...unreadCopy,
        owner: parcel.to[0] ?? '',
        status: readAt === null ? ('unread' as const) : ('read' as const),
        readAt,
      },
    ],
  }))
