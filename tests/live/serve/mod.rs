//! A bundle served: real kubectl sees on it what it saw on the cluster.

mod kubelet;
mod logs;
mod plights;
mod refusals;
mod same;
mod scene;
mod served;
mod tables;
mod whole;

pub use served::Served;
