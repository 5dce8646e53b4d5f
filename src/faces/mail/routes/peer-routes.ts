import type { JsonObject } from '../../../domain/json.ts'
import { readBody } from '../../http/fields.ts'
import { people, type Route, swarms } from '../../http/route.ts'
import { anyObject, body, exactly, reference, text, texts, words, yes } from '../../http/shapes.ts'
import { receive } from '../interswarm/receive.ts'
import { compatiblePrefix } from '../prefixes.ts'
import { readParcel } from '../wire/from-wire.ts'
import { askPeer } from './ask-peer.ts'
import { events } from './schemas.ts'

const received = exactly({ swarm: text, status: words(['success']), task_id: text, local_runner: text })
const envelope = body({ message: reference('MAILInterswarmMessage') }, ['message'])

function receiving(path: string, way: 'forward' | 'back', summary: string): Route {
  return {
    method: 'POST',
    path,
    summary,
    roles: swarms,
    takes: envelope,
    gives: received,
    async run(world, { client, body: given, prefix }): Promise<JsonObject> {
      const nulls = prefix === compatiblePrefix ? 'absent' : 'refused'
      const parcel = readParcel(readBody(given).any('message'), nulls)
      return receive(world, client, way, parcel)
    },
  }
}

export const peerRoutes: readonly Route[] = [
  receiving('/interswarm/forward', 'forward', 'Accept a message in a task of another swarm'),
  receiving('/interswarm/back', 'back', 'Accept a message in a task of this swarm'),
  {
    method: 'POST',
    path: '/interswarm/message',
    summary: 'Send a message to agents of any swarm, and wait for the answer',
    roles: people,
    takes: body(
      {
        user_token: text,
        body: text,
        message: text,
        targets: texts,
        target_agent: text,
        subject: text,
        msg_type: words(['request', 'broadcast']),
        task_id: text,
        routing_info: anyObject,
        stream: yes,
        ignore_stream_pings: yes,
      },
      ['user_token'],
    ),
    gives: exactly({ response: reference('MAILMessage'), events }, ['events']),
    run: askPeer,
  },
]
