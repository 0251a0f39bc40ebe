//! The API server behind the proxy.
//!
//! Owns what is passed on of its answers. Time stands still here: the date that it says first is the date of all answers,
//! since what gets old between two trials is no fault's doing.

use ureq::Agent;
use ureq::http::Request as HttpRequest;

use super::answer::Answer;
use super::request::Request;
use crate::control_plane::ControlPlane;

/// Headers that are passed on.
const HEADERS: [&str; 4] = ["Content-Type", "Warning", "Retry-After", "Audit-ID"];

/// A server to stand before. Shared by proxies, with its connections.
pub struct Upstream {
    agent: Agent,
    url: String,
    date: String,
}

impl Upstream {
    /// The server of a control plane, at this moment.
    pub fn of(plane: &ControlPlane) -> Self {
        let (agent, url) = (plane.agent(), plane.url().to_owned());
        let answer = agent.get(format!("{url}/readyz")).call().unwrap();
        let date = answer.headers()["Date"].to_str().unwrap().to_owned();
        Self { agent, url, date }
    }

    /// What the server answers; 502 with the reason if it does not.
    pub fn ask(&self, request: &Request) -> Answer {
        self.try_ask(request)
            .unwrap_or_else(|error| Answer::of(502, "text/plain", format!("behind the proxy: {error}")))
    }

    fn try_ask(&self, request: &Request) -> Result<Answer, ureq::Error> {
        let mut ask = HttpRequest::get(format!("{}{}", self.url, request.target()));
        for (name, value) in request.headers() {
            ask = ask.header(name, value);
        }
        let mut came = self.agent.run(ask.body(())?)?;
        let mut answer = Answer { status: came.status().as_u16(), headers: Vec::new(), body: Vec::new() };
        for name in HEADERS {
            let values = came.headers().get_all(name).into_iter().filter_map(|value| value.to_str().ok());
            answer.headers.extend(values.map(|value| (name, value.to_owned())));
        }
        answer.body = came.body_mut().with_config().limit(u64::MAX).read_to_vec()?;
        Ok(self.dated(answer))
    }

    /// With the date, which every server says.
    pub fn dated(&self, answer: Answer) -> Answer {
        answer.with("Date", self.date.as_str())
    }
}
