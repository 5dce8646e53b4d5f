import { lostPeers } from '../../services/swarms/lost-peers.ts'
import { peerValue } from '../../services/swarms/value.ts'
import { iso } from '../../services/values.ts'
import { operation } from '../operation.ts'

export const listSwarms = operation({
  summary:
    'List known swarms, with when they were last seen and the mail that waits for them or was given up',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'peers',
  async run(context) {
    const { peers, outbox } = context.store
    const backlog = new Map((await outbox.backlog()).map((one) => [one.swarm, one]))
    const lost = await lostPeers(context)
    const swarms = (await peers.list()).map((peer) =>
      peerValue(peer, backlog.get(peer.name), lost.get(peer.name)?.mail),
    )
    const forgotten = [...lost].flatMap(([name, { forgotten: gone, mail }]) =>
      gone === undefined
        ? []
        : [{ name, url: gone.peer.baseUrl, forgottenAt: iso(gone.at), givenUp: mail?.copies ?? 0 }],
    )
    return { swarms, forgotten }
  },
})
