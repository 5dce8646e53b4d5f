import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { isMailError, withHint } from '../../domain/errors.ts'
import { primeForTools } from '../../domain/prompt/prime.ts'
import { openMailbox } from '../../mailbox.ts'
import { registeredActor } from '../../services/roster/registered.ts'
import type { Opener } from './door.ts'

const prime = {
  name: 'prime',
  title: 'How to use your mailbox',
  description: 'Your name, the tools to call, and when to check for mail, in under 300 tokens',
} as const

export function answerPrompts(server: Server, open: Opener): void {
  server.setRequestHandler('prompts/list', async () => ({ prompts: [prime] }))
  server.setRequestHandler('prompts/get', async ({ params }) => {
    if (params.name !== prime.name)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`)
    const text = await primer(open).catch((error: unknown) => {
      const plain = error instanceof Error ? error.message : String(error)
      throw new ProtocolError(ProtocolErrorCode.InternalError, isMailError(error) ? withHint(error) : plain)
    })
    return {
      description: prime.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    }
  })
}

async function primer(open: Opener): Promise<string> {
  const context = await open({ command: 'mcp prime', unregistered: true })
  const known = (await registeredActor(context)) !== null
  return primeForTools(context.actor, known ? (await openMailbox(context).count({})).total : null)
}
