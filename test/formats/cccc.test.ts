import { cccc } from '../../src/formats/cccc/cccc.ts'
import { describeFormat } from './conformance.ts'

const claim = {
  id: 'msg_20250115_001',
  timestamp: '2025-01-15T10:30:00Z',
  from: 'peera',
  to: 'peerb',
  type: 'CLAIM',
  content: {
    statement: 'Use JWT for authentication',
    rationale: 'Stateless, scalable, industry standard',
    evidence: ['RFC 7519', 'Current architecture patterns'],
  },
  context: { task_id: 'task_auth_001', round: 1 },
}
const evidence = {
  type: 'EVIDENCE',
  content: {
    statement: 'JWT refresh tokens prevent session hijacking',
    evidence: [
      { type: 'code', data: '// Refresh token implementation...', source: 'auth.ts:45-60' },
      {
        type: 'reference',
        data: 'OWASP Session Management Cheat Sheet',
        url: 'https://cheatsheetseries.owasp.org/...',
      },
      { type: 'test', data: "tests/auth.test.ts - 'prevents replay attacks'", result: 'PASS' },
    ],
  },
}

describeFormat(cccc, [
  { name: "the source's message", files: { 'archive/msg_20250115_001.json': claim } },
  {
    name: 'an inbox',
    files: {
      'peera/inbox.json': {
        queue: [
          {
            id: 'msg_001',
            timestamp: '2025-01-15T10:30:00Z',
            from: 'peerb',
            type: 'COUNTER',
            content: { statement: 'No' },
            status: 'unread',
          },
        ],
        last_read: '2025-01-15T10:29:00Z',
        note: 'kept',
      },
    },
  },
  {
    name: 'an outbox, with evidence of every kind, delivered and not',
    files: {
      'peera/outbox.json': {
        sent: [
          { id: 'msg_002', timestamp: '2025-01-15T10:35:00Z', to: 'peerb', ...evidence, delivered: true },
          {
            id: 'msg_003',
            timestamp: '2025-01-15T10:36:00Z',
            to: ['peerb', 'foreman'],
            ...evidence,
            delivered: false,
            mood: 'calm',
          },
        ],
      },
    },
  },
  {
    name: 'a directive to several, without id and time',
    files: {
      'foreman/directives/cccc-8ddba7b386b4.json': {
        type: 'DIRECTIVE',
        from: 'foreman',
        to: ['peera', 'peerb'],
        content: {
          action: 'realign',
          message: 'Focus drifting from auth to UI. Refocus on authentication.',
          reference: 'POR.md#current-goals',
        },
      },
    },
  },
  {
    name: 'what all share, as somebody else wrote it',
    files: {
      'shared/consensus.json': {
        decisions: [
          {
            id: 'dec_1',
            timestamp: '2025-01-15T10:45:00Z',
            task_id: 'task_auth_001',
            decision: 'Hybrid Auth Strategy',
            approach: 'Redis sessions (web) + JWT (mobile)',
            participants: ['peera', 'peerb'],
            rounds: 4,
            colour: 'green',
          },
          { statement: 'Two spaces', agreed_by: ['peera', 'peerb'] },
        ],
      },
      'shared/blockers.json': {
        blockers: [
          { id: 'b1', issue: 'No API key', raised_by: 'peera', status: 'unresolved' },
          { id: 'b2', description: 'Old', resolved: true },
        ],
      },
      'shared/current_topic.json': { topic: 'Authentication', task_id: 'task_auth_001', since: '2025-01-15' },
    },
  },
  {
    name: 'an escalation to the human, in an archive',
    files: {
      'peera/archive/m-9.json': {
        id: 'm-9',
        timestamp: '2025-01-15T11:00:00Z',
        type: 'ESCALATE',
        from: 'peera',
        to: 'human',
        content: {
          reason: 'Cannot proceed without API key decision',
          options: ['Use existing key', 'Generate new key', 'Skip for now'],
          deadline: '2025-01-15T12:00:00Z',
        },
      },
    },
  },
])
