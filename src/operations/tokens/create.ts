import { requireAgentName } from '../../domain/addressing/address.ts'
import { MailError } from '../../domain/errors.ts'
import { tokenRoles } from '../../domain/token.ts'
import { choice, requiredText } from '../../input/input.ts'
import { type Context, doerOf } from '../../services/context.ts'
import { requireOtherSwarm } from '../../services/interswarm/own-swarm.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const createToken = operation({
  summary:
    'Create a token for the MAIL server, for a person (user, admin) or another swarm (agent); it is shown once',
  access: 'write',
  needs: [['admin', 'store']],
  unregistered: true,
  input: {
    role: { ...choice(tokenRoles, 'The role of the token'), required: true },
    id: requiredText('The address of the person or the name of the swarm', { placeholder: 'NAME' }),
  },
  value: 'createdToken',
  examples: [
    ['watchpost token create --role user --id lea', 'lets lea send tasks to the swarm'],
    ['watchpost token create --role agent --id swarm-b', 'the token for the swarm swarm-b'],
  ],
  async run(context, { role = 'user', id }): Promise<Values['createdToken']> {
    const identity = role === 'agent' ? requireOtherSwarm(context, id) : await personNamed(context, role, id)
    const token = `wp_${randomText(32)}`
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(5))).toString('hex')
    const { tokens } = context.store
    await tokens.add({ id: key, role, identity, createdAt: context.now(), revokedAt: null }, token)
    return { token, role, id: identity, key }
  },
})

/** A new person gets a place on the roster. @throws MailError `conflict` */
async function personNamed(context: Context, role: 'user' | 'admin', id: string): Promise<string> {
  const { name, longForm } = requireAgentName(id)
  const { roster } = context.store
  const known = await roster.find(name)
  if (known?.kind === 'agent')
    throw new MailError(
      'conflict',
      `${name} is an agent of the swarm, not a person.`,
      'Agents use commands, hooks and MCP, which need no token.',
    )
  if (known === null || known.state === 'dead')
    await roster.register({ address: name, longForm, kind: role }, doerOf(context), context.now())
  return name
}

function randomText(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')
}
