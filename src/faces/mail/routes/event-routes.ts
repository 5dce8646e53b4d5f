import { once } from 'node:events'
import { bearer, holderOf } from '../../http/auth.ts'
import { people, type Route } from '../../http/route.ts'
import { text } from '../../http/shapes.ts'
import { eventStream } from '../../http/streams.ts'
import { openMailboxStream, requireCome } from '../mailbox-stream.ts'

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/events',
    summary:
      "Follow the caller's own mailbox: an event for each new message, resumed by Last-Event-ID; also a WebSocket",
    roles: people,
    gives: text,
    also: 'text/event-stream',
    async run(world, { client, request, reply, query, signal }) {
      const secret = bearer(request.headers.authorization) ?? ''
      const after = await requireCome(world, request.headers['last-event-id'] ?? query['after'])
      const stream = openMailboxStream(
        world,
        {
          client,
          isKnown: async () => (await holderOf(world, secret)) !== null,
          after,
          subjects: query['subjects'] === '1',
        },
        signal,
      )
      const { raw } = reply
      reply.hijack()
      raw.writeHead(200, eventStream)
      raw.write(': watchpost\n\n')
      try {
        for await (const news of stream.news) {
          const told =
            news === null ? ': ping\n\n' : `event: mail\nid: ${news.id}\ndata: ${JSON.stringify(news)}\n\n`
          if (!raw.write(told) && !signal.aborted) await once(raw, 'drain', { signal }).catch(() => undefined)
        }
      } catch (error) {
        world.log.error('stream failed', { why: String(error) })
      } finally {
        stream.close()
        raw.end()
      }
      return undefined
    },
  },
]
