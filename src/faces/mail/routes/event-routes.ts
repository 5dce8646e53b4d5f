import { people, type Route } from '../../http/route.ts'
import { text } from '../../http/shapes.ts'
import { eventStream, openWriter, readerOf } from '../../http/streams.ts'
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
    async run(world, call) {
      const { request, reply, query } = call
      const after = await requireCome(world, request.headers['last-event-id'] ?? query['after'])
      const stream = openMailboxStream(world, {
        reader: readerOf(call),
        after,
        subjects: query['subjects'] === '1',
      })
      const { raw } = reply
      reply.hijack()
      raw.writeHead(200, eventStream)
      const writer = openWriter(raw, stream.signal)
      raw.write(': watchpost\n\n')
      try {
        for await (const news of stream.news)
          await writer.event(
            news === null ? ': ping\n\n' : `event: mail\nid: ${news.id}\ndata: ${JSON.stringify(news)}\n\n`,
          )
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
