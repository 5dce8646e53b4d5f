import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { after } from '../../after.ts'

/** The connections of a server, so that it can end without waiting for callers that ask for nothing. */
export type Connections = {
  /** Closes those on which nobody waits for an answer at once, the others with their answer, or after the grace, ms. */
  readonly end: (grace: number) => void
}

export function followConnections(server: Server, isTls: boolean): Connections {
  const open = new Set<Socket>()
  /** Those that requests come on, with how many of them are not answered yet. Over TLS they lie above the others. */
  const asking = new Map<Socket, number>()
  let isEnding = false

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    asking.set(socket, 0)
    socket.once('close', () => asking.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    note(socket, 1)
    response.once('close', () => {
      if (note(socket, -1) === 0 && isEnding) socket.destroySoon()
    })
  })
  // A WebSocket sends its own close frame.
  server.on('upgrade', ({ socket }: IncomingMessage) => note(socket, 1))

  return {
    end(grace) {
      isEnding = true
      for (const [socket, count] of asking) if (count === 0) socket.destroySoon()
      after(grace, () => {
        for (const socket of open) socket.destroy()
      }).unref()
    },
  }

  function note(socket: Socket, more: 1 | -1): number {
    const count = (asking.get(socket) ?? 0) + more
    if (!socket.destroyed) asking.set(socket, count)
    return count
  }
}
