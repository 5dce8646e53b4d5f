import { MailError } from '../../domain/errors.ts'
import { withoutLost } from '../../domain/lost-peers.ts'
import { type Peer, requireBaseUrl, secretVariable } from '../../domain/peer.ts'
import { flag, json, requiredText, requireObject, text } from '../../input/input.ts'
import { isThisSwarm, requireOtherSwarm } from '../../services/interswarm/own-swarm.ts'
import { inspectServer } from '../../services/swarms/inspect.ts'
import { changeLostPeers } from '../../services/swarms/lost-peers.ts'
import { peerValue } from '../../services/swarms/value.ts'
import { operation } from '../operation.ts'

export const registerSwarm = operation({
  summary: 'Register another swarm, so that NAME@SWARM reaches its agents',
  access: 'write',
  needs: [['admin', 'store']],
  unregistered: true,
  input: {
    name: requiredText('The name of the swarm', { positional: true, placeholder: 'SWARM' }),
    url: requiredText('The base URL of its MAIL server', { positional: true, placeholder: 'URL' }),
    secret: text('The environment variable that holds its token (SWARM_AUTH_TOKEN_SWARM)', {
      placeholder: 'VARIABLE',
    }),
    volatile: flag('Forget it when the server stops'),
    public: flag('List it publicly'),
    metadata: json('Other facts about it, as JSON'),
  },
  value: 'peer',
  examples: [
    [
      'watchpost swarm register swarm-b https://b.example.org --secret TOKEN_B',
      'checks and registers it; the server reads the token from $TOKEN_B',
    ],
  ],
  async run(context, input) {
    const name = requireOtherSwarm(context, input.name)
    const baseUrl = requireBaseUrl(input.url)
    const known = await context.store.peers.find(name)
    const inspected = await inspectServer(context, baseUrl)
    if (inspected.name === context.swarm) throw isThisSwarm(baseUrl)
    // Its mail comes under its own name: under another it would be a stranger's.
    if (inspected.name !== name)
      throw new MailError(
        'usage',
        `The server at ${baseUrl} is the swarm ${inspected.name}, not ${name}.`,
        `Register it as ${inspected.name}.`,
      )
    const { version, description, keywords, public: isPublic } = inspected
    const now = context.now()
    const peer: Peer = {
      name,
      baseUrl,
      version,
      description,
      keywords,
      metadata:
        input.metadata === undefined
          ? (known?.metadata ?? null)
          : requireObject(input.metadata, '--metadata'),
      public: input.public ?? isPublic,
      volatile: input.volatile ?? false,
      secret: requireVariable(input.secret ?? known?.secret ?? secretVariable(name)),
      active: true,
      lastSeen: now,
      registeredAt: now,
    }
    await context.store.peers.put(peer)
    await changeLostPeers(context, (lost) => withoutLost(lost, name))
    await context.store.outbox.hasten(name, now)
    return peerValue(peer)
  },
})

function requireVariable(name: string): string {
  if (/^[A-Za-z_]\w*$/u.test(name)) return name
  throw new MailError(
    'usage',
    '--secret must be the name of an environment variable.',
    'Put the token into a variable and give its name: --secret TOKEN_B',
  )
}
