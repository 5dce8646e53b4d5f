import { Refusal } from '../../http/refusal.ts'
import type { Route } from '../../http/route.ts'
import { reference } from '../../http/shapes.ts'

type Path = readonly [method: Route['method'], path: string]

/** What the protocol has and is not done here, with the sentence that says why. */
const unsupported: readonly (readonly [why: string, paths: readonly Path[]])[] = [
  [
    'a password here is a token: make a new one with `watchpost token create`, and revoke the old one with `watchpost token revoke`',
    [['POST', '/auth/password/reset']],
  ],
  [
    'mail is never destroyed: what is in the trash is archived, and can be restored',
    [
      ['DELETE', '/trash/:message_id'],
      ['POST', '/trash/clear'],
    ],
  ],
  [
    'this server delivers mail as it is sent, and needs no daemon',
    [
      ['POST', '/daemon/message-buffer/clear'],
      ['POST', '/daemon/deliver/local'],
      ['POST', '/daemon/deliver/remote'],
    ],
  ],
  [
    'agents are managed with `watchpost agents`',
    [
      ['GET', '/admin/agents'],
      ['POST', '/admin/agents'],
      ['GET', '/admin/agents/:local_address'],
      ['DELETE', '/admin/agents/:local_address'],
    ],
  ],
  [
    'this server delivers mail as it is sent, and has no daemons',
    [
      ['GET', '/admin/daemons'],
      ['POST', '/admin/daemons'],
      ['GET', '/admin/daemons/:worker_name'],
      ['DELETE', '/admin/daemons/:worker_name'],
    ],
  ],
  [
    'people are managed with `watchpost token`',
    [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', '/admin/users/:user_id'],
      ['DELETE', '/admin/users/:user_id'],
    ],
  ],
  [
    'a server has the one swarm of its store: make another store with `watchpost init --swarm NAME`',
    [
      ['POST', '/admin/swarms'],
      ['DELETE', '/admin/swarms/:swarm_name'],
    ],
  ],
  [
    'programs are told of new mail by `GET /events`, or started by `notify:` in the settings',
    [
      ['GET', '/admin/webhooks'],
      ['POST', '/admin/webhooks'],
      ['GET', '/admin/webhooks/:webhook_id'],
      ['PATCH', '/admin/webhooks/:webhook_id'],
      ['DELETE', '/admin/webhooks/:webhook_id'],
    ],
  ],
  [
    'lists are managed with `watchpost group` and `watchpost channel`',
    [
      ['GET', '/admin/lists'],
      ['POST', '/admin/lists'],
      ['GET', '/admin/lists/:local_address'],
      ['PATCH', '/admin/lists/:local_address'],
      ['DELETE', '/admin/lists/:local_address'],
      ['POST', '/admin/lists/:local_address/members'],
      ['DELETE', '/admin/lists/:local_address/members/:member_address'],
    ],
  ],
]

/** They are open to all, since what they say is no secret: a client learns it before it logs in. */
export const unsupportedRoutes: readonly Route[] = unsupported.flatMap(([why, paths]) =>
  paths.map(([method, path]) => ({
    method,
    path,
    summary: `Not done here: ${why}`,
    roles: 'public' as const,
    gives: reference('Problem'),
    async run() {
      throw new Refusal(501, why)
    },
  })),
)
