import { haak } from '../../src/formats/haak/haak.ts'
import { describeFormat } from './conformance.ts'

const id = '0b6c7ad1-59a6-4f4e-9d59-6f6f6a6f0001'

describeFormat(haak, [
  {
    name: "the source's message",
    files: {
      'agent-mailbox.jsonl': [
        {
          id,
          sender: 'session-id-of-sender',
          recipient: 'session-id | role-name | all',
          timestamp: '2026-03-16T14:30:00Z',
          content: 'The message text. Markdown permitted.',
          thread: null,
          ttl_hours: null,
          read_by: [],
        },
      ],
    },
  },
  {
    name: 'the spelling of the script, an answer, a tag set, reads and an archive',
    files: {
      'agent-mailbox.jsonl': [
        {
          id,
          from: 'architect-new',
          to: 'project:inscription',
          timestamp: '2026-03-17T09:00:00.123456+01:00',
          subject: 'S',
          body: 'B',
        },
        {
          id: 'm2',
          sender: 'a',
          recipient: ['project:x', 'concern:y'],
          timestamp: '2026-03-17T09:00:00Z',
          content: '',
          thread: id,
          ttl_hours: 5,
          read_by: ['b'],
          mood: { calm: true },
        },
      ],
      'agent-mailbox-reads.jsonl': [
        { message_id: 'm2', reader_session_id: 'c', timestamp: '2026-03-17T10:00:00Z' },
      ],
      'agent-mailbox-archive/2026-02.jsonl': [
        {
          id: 'm0',
          sender: 'a',
          recipient: 'all',
          timestamp: '2026-02-17T09:00:00Z',
          content: 'old',
          thread: null,
          ttl_hours: null,
          read_by: [],
        },
      ],
    },
  },
  {
    name: 'the roster',
    files: {
      'agent-roster.json': [
        {
          session_id: 'architect-new',
          role: 'architect',
          tags: ['project:inscription', 'concern:governance', 'domain:architecture'],
          status: 'alive',
        },
      ],
    },
  },
])
