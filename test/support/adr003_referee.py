"""ADR-003's MailboxManager in memory, as the record spells it, told the time and driven by lines of JSON."""
import json
import sys
from datetime import datetime
from enum import Enum
from pathlib import Path


class MessageType(Enum):
    REQUEST = "request"
    RESPONSE = "response"
    NOTIFICATION = "notification"
    HANDOFF = "handoff"
    ESCALATION = "escalation"


class MessagePriority(Enum):
    LOW = 1
    NORMAL = 2
    HIGH = 3
    URGENT = 4


class MessageStatus(Enum):
    UNREAD = "unread"
    READ = "read"
    PROCESSING = "processing"
    COMPLETED = "completed"
    ARCHIVED = "archived"
    FAILED = "failed"


class Message:
    def __init__(self, id, from_agent, to_agent, type, subject, priority, created_at, expires_at, reply_to, thread_id):
        self.id = id
        self.from_agent = from_agent
        self.to_agent = to_agent
        self.type = MessageType(type)
        self.subject = subject
        self.priority = MessagePriority(priority)
        self.created_at = created_at
        self.expires_at = expires_at
        self.reply_to = reply_to
        self.thread_id = thread_id
        self.status = MessageStatus.UNREAD


class Manager:
    def __init__(self):
        self.messages = {}
        self.swarms = {}
        self.now = 0

    def new(self, from_agent, to_agent, type, subject, priority, expires_at=None, reply_to=None, thread_id=None):
        message = Message(
            f"MSG-{len(self.messages):012d}", from_agent, to_agent, type, subject, priority,
            self.now, expires_at, reply_to, thread_id,
        )
        self.messages[message.id] = message
        return message.id

    def send(self, from_agent, to_agent, type, subject, priority, expires_at):
        return self.new(from_agent, to_agent, type, subject, priority, expires_at)

    def broadcast(self, from_agent, swarm, subject, priority):
        return [
            [agent, self.new(from_agent, agent, "notification", subject, priority)]
            for agent in self.swarms[swarm] if agent != from_agent
        ]

    def swarm(self, name, agents):
        self.swarms[name] = agents

    def check(self, agent, unread_only, types, min_priority):
        found = [m for m in self.messages.values() if m.to_agent == agent]
        if unread_only:
            found = [m for m in found if m.status == MessageStatus.UNREAD]
        if types:
            found = [m for m in found if m.type.value in types]
        if min_priority:
            found = [m for m in found if m.priority.value >= min_priority]
        found = [m for m in found if not m.expires_at or m.expires_at > self.now]
        found.sort(key=lambda m: (-m.priority.value, m.created_at))
        return [[m.id, m.status.value] for m in found]

    def read(self, message_id):
        message = self.messages[message_id]
        if message.status == MessageStatus.UNREAD:
            message.status = MessageStatus.READ
        return message.status.value

    def process(self, message_id):
        self.messages[message_id].status = MessageStatus.PROCESSING
        return "processing"

    def complete(self, message_id, archive):
        message = self.messages[message_id]
        message.status = MessageStatus.ARCHIVED if archive else MessageStatus.COMPLETED
        return message.status.value

    def reply(self, message_id, from_agent):
        original = self.messages[message_id]
        return self.new(
            from_agent, original.from_agent, "response", f"Re: {original.subject}", original.priority.value,
            None, message_id, original.thread_id or message_id,
        )

    def thread(self, message_id):
        thread_id = self.messages[message_id].thread_id or message_id
        found = [m for m in self.messages.values() if m.thread_id == thread_id or m.id == thread_id]
        found.sort(key=lambda m: m.created_at)
        return [m.id for m in found]

    def pending(self, agent):
        waiting = [self.messages[id] for id, _ in self.check(agent, True, None, None)]
        counts = {
            p.name.lower(): sum(1 for m in waiting if m.priority == p)
            for p in reversed(MessagePriority)
        }
        return {**counts, "total": len(waiting)}

    def load(self, folder):
        """What a manager that starts anew finds in its files, and what it refuses."""
        found, refused = [], []
        for file in sorted(Path(folder).glob("*/*/MSG-*.json")):
            data = json.loads(file.read_text())
            try:
                MessageType(data["type"])
                MessagePriority(data["priority"])
                status = MessageStatus(data.get("status", "unread"))
                datetime.fromisoformat(data["created_at"])
                found.append([data["to_agent"], data["subject"], status.value, file.parent.name])
            except (KeyError, ValueError) as error:
                refused.append(str(error))
        return [sorted(found), refused]


manager = Manager()
for line in sys.stdin:
    now, name, *words = json.loads(line)
    manager.now = now
    print(json.dumps(getattr(manager, name)(*words)), flush=True)
